"""What a player's report asks of the database."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from tests.builders import a_tournament, an_account, pair
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db

# Session, user; the answer begun; the game; offices; savepoint; the command, the stream; end of the stream
# and of the log; event, head; tournament, pair, position; endpoints; savepoint; the game, its record; the
# answer kept.
STATEMENTS = 21
LOCK = 1  # PostgreSQL's advisory lock


def report(client, pairing, result, key=None):
    return client.post(
        f"/api/v1/games/{pairing.game_id}/reports/",
        json.dumps({"result": result}),
        content_type="application/json",
        headers={"Idempotency-Key": key or str(uuid4())},
    )


@pytest.fixture(params=[4, 24])
def pairing(request):
    pair(a_tournament(players=request.param), 1)
    return PairingRow.objects.select_related("black").first()


@pytest.fixture
def black(pairing):
    user, client = an_account("black"), Client()
    Player.objects.filter(pk=pairing.black.player_id).update(user=user)
    client.force_login(user)
    return client


def test_a_report_takes_as_many_statements_however_many_play(pairing, black, django_assert_num_queries):
    report(black, pairing, "black")
    with django_assert_num_queries(STATEMENTS + LOCK * (connection.vendor == "postgresql")):
        assert report(black, pairing, "white").json()["result"] == "white"


def test_a_report_sent_again_takes_session_user_answer_and_rights(pairing, black, django_assert_num_queries):
    first = report(black, pairing, "black", key="once")
    with django_assert_num_queries(10):
        again = report(black, pairing, "black", key="once")
    assert (again.content, again["Idempotent-Replay"]) == (first.content, "true")


def test_a_player_whose_row_is_gone_is_a_number_and_nobody_reports_for_him(pairing, black):
    Player.objects.filter(pk=pairing.black.player_id).delete()
    assert report(black, pairing, "black").status_code == 403
    name = Client().get(f"/api/v1/games/{pairing.game_id}/").json()["black"]["name"]
    assert name == f"(player {pairing.black.number})"
