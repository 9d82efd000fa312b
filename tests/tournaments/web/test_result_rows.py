"""The rows of a round page: results entered by script and without, refused, confirmed by the desk."""

import re

import pytest

from tests.builders import a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tests.tournaments.web.visitor import Page
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ReportResult
from tournaments.loading import load
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
ROUND = "/tournaments/open/rounds/1/"
SCRIPT = {"HTTP_NIGIRI_PART": "row"}


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def director():
    return visitors("director")[0]


@pytest.fixture
def game(row):
    return PairingRow.objects.get(round=1, table=1)


def send(visitor, game, **fields):
    """What the script sends from the row of the game; the fragment that comes back."""
    visitor.open(ROUND)
    form = next(form for form in visitor.page.forms if form.action.endswith(f"{game.game_id}/result/"))
    answer = visitor.client.post(form.action, form.fields | fields, **SCRIPT)
    return answer, Page(answer)


def report(row, game, side, winner):
    command = ReportResult(
        game_id=str(game.game_id), entry_id=getattr(game, side).id, result=Result(winner=winner)
    )
    carry_out(str(row.id), command, a_context())


def test_to_a_script_the_row_alone_comes_back_with_what_the_log_holds_now(row, game, director):
    answer, page = send(director, game, result="white", command="c0ffee")
    assert answer.status_code == 200
    assert answer["Nigiri-Stored"] == "c0ffee"
    assert answer["Nigiri-Seen"] == str(load(str(row.id))[1])
    assert page.html.lstrip().startswith(f'<tr id="g{game.game_id}"')
    assert "<html" not in page.html
    assert '<option value="white" selected>' in page.html


def test_a_refusal_is_told_in_the_row(row, game, director):
    finish(row, 1)
    pair(row, 2)
    answer, page = send(director, game, result="white", reason=" ")
    assert answer.status_code == 422
    assert "Nigiri-Stored" not in answer
    assert page.html.lstrip().startswith("<tr ")
    assert "Give a reason" in page.text
    assert '<option value="white" selected>' in page.html
    assert PairingRow.objects.get(pk=game.pk).winner == Winner.BLACK


def test_who_is_not_logged_in_any_more_is_led_to_the_login_page_and_a_script_is_told(row, game, director):
    director.open(ROUND)
    form = next(form for form in director.page.forms if form.action.endswith("/result/"))
    token = director.client.cookies["csrftoken"].value
    director.client.logout()
    director.client.cookies["csrftoken"] = token
    answer = director.client.post(form.action, form.fields, **SCRIPT)
    assert (answer.status_code, answer.content) == (401, b"You are not logged in.")
    plain = director.client.post(form.action, form.fields)
    assert plain["Location"] == f"/accounts/login/?next={ROUND}"


def test_the_desk_confirms_what_one_player_reported(row, game, director):
    report(row, game, "black", Winner.WHITE)
    director.open(ROUND)
    page = director.press("Confirm 1-0 at table 1, as Black says")
    stored = PairingRow.objects.get(pk=game.pk)
    assert (stored.winner, stored.result_state) == (Winner.WHITE, "confirmed")
    assert not [button for button in page.buttons if button.startswith("Confirm")]


def test_of_a_dispute_the_desk_confirms_either_word(row, game, director):
    report(row, game, "black", Winner.BLACK)
    report(row, game, "white", Winner.WHITE)
    director.open(ROUND)
    assert [button for button in director.page.buttons if button.startswith("Confirm")] == [
        "Confirm 0-1 at table 1, as Black says",
        "Confirm 1-0 at table 1, as White says",
    ]
    director.press("Confirm 1-0 at table 1, as White says")
    assert PairingRow.objects.get(pk=game.pk).winner == Winner.WHITE


def test_an_unreadable_record_is_refused_with_its_fault_and_its_byte(row, game, director):
    director.open(f"/tournaments/open/games/{game.game_id}/")
    page = director.press("Send", sgf=b"(;GM[1]FF[4]SZ[19];B[pd")
    assert "The game record cannot be read." in page.text
    assert re.search(r"\(at byte \d+\)\.", page.text)
