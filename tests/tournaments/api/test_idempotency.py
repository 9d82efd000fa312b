"""The same request sent again: one effect, and the first answer."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone
from knox.models import get_token_model
from rest_framework.test import APIClient

from games.log import append_only, exchange
from games.log.idempotency import KeptAnswer
from games.log.store import head
from games.log.tables import Event, ProjectionPosition, StreamHead
from games.rest.views import NigiriView, matched_tag
from tests.builders import a_tournament, an_account
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.tasks import delete_old_rows

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
def test_who_has_lost_the_right_is_told_no_kept_answer():
    client = owner()
    headers = {"Idempotency-Key": "round one", "If-Match": f'"{TournamentRow.objects.get().version}"'}
    first = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    held, position = Membership.objects.get(), head()
    held.delete()
    refused = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    assert head() == position
    held.save(force_insert=True)
    assert client.post(PAIRINGS, {"seed": 1}, headers=headers).content == first.content


@pytest.mark.django_db
def test_what_is_gone_by_the_request_itself_is_answered_again():
    client = owner()
    version = TournamentRow.objects.get().version
    headers = {"Idempotency-Key": "gone", "If-Match": f'"{version}"'}
    first = client.delete("/api/v1/tournaments/open/?reason=invented", headers=headers)
    again = client.delete("/api/v1/tournaments/open/?reason=invented", headers=headers)
    assert (first.status_code, again.status_code) == (204, 204)
    assert again["Idempotent-Replay"] == "true"


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


@pytest.mark.django_db
def test_a_key_is_known_as_long_as_its_events():
    client = owner()
    address = "/api/v1/organisations/home/players/"
    first = client.post(address, PLAYER, headers={"Idempotency-Key": "k"})
    delete_old_rows(timezone.now() + timedelta(days=1000))
    other = client.post(address, PLAYER | {"rating": 1900}, headers={"Idempotency-Key": "k"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert client.post(address, PLAYER, headers={"Idempotency-Key": "k"}).content == first.content


class Died(BaseException):
    """As a killed worker: nothing below catches it."""


@pytest.mark.django_db(transaction=True)
def test_the_answer_is_there_though_its_worker_died_before_giving_it(monkeypatch):
    client, address = owner(), "/api/v1/tournaments/open/settings/"
    headers = {"Idempotency-Key": "k", "If-Match": f'"{TournamentRow.objects.get().version}"'}

    def die(*_, **__):
        raise Died

    with monkeypatch.context() as dying:
        dying.setattr(NigiriView, "finalize_response", die)
        with pytest.raises(Died):
            client.patch(address, {"settings": {"rounds": 4}}, headers=headers)
    version = TournamentRow.objects.get().version
    client.patch(address, {"settings": {"rounds": 5}}, headers={"If-Match": "*"})
    again = client.patch(address, {"settings": {"rounds": 4}}, headers=headers)
    assert (again.status_code, matched_tag(again["ETag"])) == (200, version)
    assert again.json()["settings"]["rounds"] == 4
    assert again["Idempotent-Replay"] == "true"


@pytest.mark.django_db(transaction=True)
def test_a_log_that_moves_takes_its_answers_along():
    client = owner()
    headers = {"Idempotency-Key": "round one", "If-Match": f'"{TournamentRow.objects.get().version}"'}
    first = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    lines = list(exchange.export())
    append_only.remove()
    for model in (Event, StreamHead, ProjectionPosition, KeptAnswer):
        model.objects.all().delete()
    append_only.install()
    exchange.load(lines)
    again = client.post(PAIRINGS, {"seed": 1}, headers=headers)
    assert (again.status_code, again.content, again["ETag"]) == (201, first.content, first["ETag"])
    other = client.post(PAIRINGS, {"seed": 2}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


@pytest.mark.django_db
def test_a_form_with_a_key_is_read_though_its_token_was_looked_for_in_it():
    owner()
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.get(username="owner"))
    client.cookies["csrftoken"] = token = "t" * 32
    headers = {"Idempotency-Key": "k", "X-CSRFToken": token}
    response = client.post("/api/v1/organisations/home/players/", PLAYER, "multipart", headers=headers)
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 201, "tab\there", "n\u00e9"])
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
