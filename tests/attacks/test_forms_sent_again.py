"""The hidden id of a form: it makes a second click harmless, and nothing else."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from knox.models import get_token_model
from rest_framework.test import APIClient

from games.log.idempotency import keyed_request
from games.log.store import events_of_command, head
from games.refusals import Refusal
from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def desk(client):
    client.force_login(an_account("director", "director"))
    return client


def game(table=1):
    return PairingRow.objects.get(round=1, table=table)


def send(client, result, command="8c9b3b2e-54a1-4a0c-9c43-6b2ff7e0ad11", table=1, **more):
    address = f"/tournaments/open/games/{game(table).game_id}/result/"
    return client.post(address, {"command": command, "result": result, **more})


def test_a_second_click_has_no_second_effect(row, desk):
    send(desk, "black")
    before = head()
    send(desk, "black")
    assert (head(), game().winner) == (before, "black")


def test_a_form_that_is_corrected_after_back_is_another_command(row, desk):
    send(desk, "black")
    send(desk, "white", reason="misread")
    assert game().winner == "white"


def test_the_same_id_in_the_form_of_another_game_is_another_command(row, desk):
    send(desk, "black")
    send(desk, "black", table=2)
    assert [game(1).winner, game(2).winner] == ["black", "black"]


def test_another_csrf_token_makes_no_other_command(row, desk):
    send(desk, "black", csrfmiddlewaretoken="a" * 64)
    before = head()
    send(desk, "black", csrfmiddlewaretoken="b" * 64)
    assert head() == before


def test_another_file_under_the_same_id_is_another_command(row, desk):
    address = f"/tournaments/open/games/{game().game_id}/record/"
    answers = []
    for record in (b"(;GM[1]SZ[19];B[pd])", b"(;GM[1]SZ[19];B[pd])", b"(;GM[1]SZ[19];B[pd];W[dp])"):
        held = SimpleUploadedFile("game.sgf", record)
        form = {"command": "6c1a8b4e-0d1c-4f43-b2c9-3d1f2f6f5a10", "sgf": held}
        answers.append(desk.post(address, form, follow=True).content.decode())
    stored = ["The record is stored and replayed." in answer for answer in answers]
    assert stored == [True, True, False]


def test_pages_with_forms_are_not_kept_by_browsers(row, client):
    assert client.get("/tournaments/open/rounds/1/")["Cache-Control"] == "no-cache"
    client.force_login(an_account("director", "director"))
    assert "no-store" in client.get("/tournaments/open/rounds/1/")["Cache-Control"]


def test_a_form_burns_nobody_elses_idempotency_key(row, rf, client):
    victim = an_account("victim", "director")
    asked = keyed_request(rf.post("/", headers={"Idempotency-Key": "day-1"}), f"user:{victim.pk}")
    client.force_login(an_account("attacker", "director"))
    send(client, "black", command=str(asked.id))
    assert game().winner == "black"
    assert events_of_command(asked.id) == []
    rest = APIClient()
    _, token = get_token_model().objects.create(user=victim)
    rest.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    answer = rest.put(
        f"/api/v1/games/{game().game_id}/result/",
        {"result": "white", "reason": "seen"},
        headers={"Idempotency-Key": "day-1"},
    )
    assert (answer.status_code, game().winner) == (200, "white")


def test_a_command_id_of_somebody_else_is_refused(row):
    mine = uuid4()
    command = RecordResult(game_id=str(game().game_id), result=Result(winner=Winner.WHITE))
    carry_out(str(row.id), command, a_context(actor="user:1", command_id=mine))
    before = head()
    with pytest.raises(Refusal) as refused:
        carry_out(str(row.id), command, a_context(actor="user:2", command_id=mine))
    assert (refused.value.code, head()) == ("command_taken", before)
