"""Requests of many lines at the same instant: of one key, of none, and two that differ."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from rest_framework.test import APIClient

from games.log.tables import Event
from tests.builders import a_tournament, an_account, pair
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
OPEN = "/api/v1/tournaments/open/"


@pytest.fixture
def desk():
    pair(a_tournament(players=8), 1)
    return an_account("desk", "desk")


def at_once(user, requests):
    """The answers to (method, path, body, headers), each sent from a thread of its own."""

    def send(request):
        method, path, body, headers = request
        client = APIClient()
        client.force_authenticate(user)
        try:
            return getattr(client, method)(OPEN + path, body, headers=headers)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


def results(winner, **headers):
    games = [str(one.game_id) for one in PairingRow.objects.order_by("table")]
    body = {"each": True, "results": [{"game": game, "result": winner} for game in games]}
    return ("put", "rounds/1/results/", body, headers)


def recorded():
    return Event.objects.filter(kind="tournament.result-recorded.v1").count()


def test_the_same_under_one_key_is_stored_once_and_answered_alike(desk):
    answers = at_once(desk, [results("black", **{"Idempotency-Key": "a"})] * 4)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["stored"] == recorded() == 4


def test_the_same_without_a_key_is_stored_once_and_the_rest_are_told_so(desk):
    answers = at_once(desk, [results("black")] * 3)
    assert {answer.status_code for answer in answers} == {200}
    assert sorted(answer.json()["stored"] for answer in answers) == [0, 0, 4]
    assert recorded() == 4


def test_two_that_differ_are_carried_out_whole_one_after_the_other(desk):
    answers = at_once(desk, [results("black"), results("white")])
    assert [answer.json()["stored"] for answer in answers] == [4, 4]
    assert len({one.winner for one in PairingRow.objects.all()}) == 1


def test_of_two_that_saw_the_same_version_one_is_refused(desk):
    seen = {"If-Match": f'"{TournamentRow.objects.get().version}"'}
    answers = at_once(desk, [results("black", **seen), results("white", **seen)])
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    assert recorded() == 4


def test_of_two_programs_that_pair_the_round_one_is_refused():
    a_tournament(players=4)
    director = an_account("director", "director")
    a, b, c, d = (str(pk) for pk in EntryRow.objects.values_list("pk", flat=True))
    seen = {"If-Match": f'"{TournamentRow.objects.get().version}"'}
    both = [
        ("put", "rounds/1/pairs/", {"pairs": [{"white": w, "black": x}, {"white": y, "black": z}]}, seen)
        for w, x, y, z in ((a, b, c, d), (a, c, b, d))
    ]
    answers = at_once(director, both)
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    assert PairingRow.objects.count() == 2
