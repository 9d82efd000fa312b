"""The same request sent again: one effect, and the first answer."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.utils import timezone
from knox.models import get_token_model
from rest_framework.test import APIClient

from games.log.answers import Answer
from games.log.idempotency import Once, answer_once
from games.log.store import head
from tests.builders import a_tournament, an_account
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import PairingRow, TournamentRow

PAIRINGS = "/api/v1/tournaments/open/rounds/1/pairings/"
PLAYER = {"family_name": "Twice", "rank": "3k", "rating": 1800}


def owner():
    a_tournament(players=6)
    _, token = get_token_model().objects.create(user=an_account("owner", Office.OWNER))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


@pytest.mark.django_db
def test_the_first_answer_comes_again():
    client = owner()
    headers = {"Idempotency-Key": "round one", "If-Match": f'"{TournamentRow.objects.get().version}"'}
    first = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    position = head()
    second = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert first["ETag"] == second["ETag"]
    assert second["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first
    assert head() == position


@pytest.mark.django_db
def test_another_body_under_the_same_key_is_refused():
    client = owner()
    address = "/api/v1/organisations/home/players/"
    client.post(address, PLAYER, headers={"Idempotency-Key": "k"})
    other = client.post(address, PLAYER | {"rating": 1900}, headers={"Idempotency-Key": "k"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert Player.objects.filter(family_name="Twice").count() == 1


@pytest.mark.django_db
def test_keys_of_two_accounts_are_two():
    client = owner()
    address = "/api/v1/organisations/home/players/"
    other = APIClient()
    other.force_authenticate(an_account("director", Office.DIRECTOR, Organisation.objects.get()))
    for one in (client, other):
        assert one.post(address, PLAYER, headers={"Idempotency-Key": "k"}).status_code == 201
    assert Player.objects.filter(family_name="Twice").count() == 2


@pytest.mark.django_db
def test_a_refused_request_may_be_corrected_under_its_key():
    client = owner()
    address = "/api/v1/organisations/home/players/"
    bad = client.post(address, PLAYER | {"rank": "99k"}, headers={"Idempotency-Key": "k"})
    good = client.post(address, PLAYER, headers={"Idempotency-Key": "k"})
    assert (bad.status_code, good.status_code) == (422, 201)


class Others:
    """An execute wrapper: others send the request at the same instants, twice, and are refused each time.

    Theirs is there when ours is to be noted, and gone when it is to be read.
    """

    def __init__(self, asked):
        self.asked = asked
        self.left = ["SELECT", "INSERT", "SELECT", "INSERT"]

    def __call__(self, execute, sql, params, many, context):
        if self.left and "games_answer" in sql and sql.lstrip().startswith(self.left[-1]):
            kept = Answer.objects.filter(id=self.asked.id)
            if self.left.pop() == "INSERT":
                self.left, later = [], self.left
                Answer.objects.create(
                    id=self.asked.id, fingerprint=self.asked.fingerprint, asked_at=timezone.now()
                )
                self.left = later
            else:
                kept.delete()
        return execute(sql, params, many, context)


@pytest.mark.django_db
def test_one_that_was_refused_between_two_looks_leaves_room_for_the_next():
    asked = Once(id=uuid4(), fingerprint="f" * 64)
    others = Others(asked)
    with connection.execute_wrapper(others):
        response = answer_once(asked, lambda: HttpResponse("done", status=201))
    assert (others.left, response.content) == ([], b"done")
    again = answer_once(asked, lambda: HttpResponse("twice"))
    assert (again.status_code, again.content) == (201, b"done")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 201, "tab\there"])
def test_a_key_that_nobody_could_repeat(key):
    client = owner()
    response = client.post("/api/v1/organisations/home/players/", PLAYER, headers={"Idempotency-Key": key})
    assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("careful", [True, False])
def test_the_same_key_at_the_same_instant_has_one_effect(careful):
    client = owner()
    seen = f'"{TournamentRow.objects.get().version}"' if careful else "*"
    token = client._credentials["HTTP_AUTHORIZATION"]

    def send(_):
        one = APIClient()
        one.credentials(HTTP_AUTHORIZATION=token)
        try:
            return one.post(PAIRINGS, {}, headers={"Idempotency-Key": key, "If-Match": seen})
        finally:
            connection.close()

    key = str(uuid4())
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert PairingRow.objects.count() == 3
