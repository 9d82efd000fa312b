"""A disk without space: said so, nothing half stored, and well again once there is space."""

import pytest
from django.db import connection

from games.log.store import head
from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import PairingRow

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite can be told how large it may get"),
]
PLAYERS = "/api/v1/organisations/home/players/"
MOST = 2_000


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def full(row):
    """No page more than there are; afterwards as many as before."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count")
        [most] = cursor.fetchone()
        cursor.execute("PRAGMA page_count")
        [pages] = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield lambda: _lift(most)
    _lift(most)


def _lift(most):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")


def a_player(number):
    return {"family_name": "x" * 60, "given_name": f"{number:060}", "rank": "3k", "rating": 1800}


def test_a_full_disk_is_a_problem_with_advice_and_passes(api, full):
    api.force_authenticate(an_account("owner", Office.OWNER))
    for number in range(MOST):
        answer = api.post(PLAYERS, a_player(number), headers={"Idempotency-Key": f"{number}"})
        if answer.status_code != 201:
            break
    said = answer.json()
    assert (answer.status_code, said["code"], answer["Content-Type"]) == (
        507,
        "storage_full",
        "application/problem+json",
    )
    assert "free disk space" in said["detail"]
    full()
    again = api.post(PLAYERS, a_player(number), headers={"Idempotency-Key": f"{number}"})
    assert (again.status_code, Player.objects.filter(family_name="x" * 60).count()) == (201, number + 1)


def test_a_form_on_a_full_disk_gets_a_page_that_says_so(client, full):
    client.force_login(an_account("referee", Office.REFEREE))
    client.raise_request_exception = False
    game = PairingRow.objects.first()
    for number in range(MOST):
        before, result = head(), ("black", "white")[number % 2]
        form = {"result": result, "reason": "x" * 500}
        answer = client.post(f"/tournaments/open/games/{game.game_id}/result/", form)
        if answer.status_code != 302:
            break
    assert answer.status_code == 507
    assert "The disk of this service is full" in answer.content.decode()
    assert head() == before
