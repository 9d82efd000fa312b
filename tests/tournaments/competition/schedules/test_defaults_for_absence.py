"""Withdrawals: remaining games are listed, and automatic defaults are marked."""

import pytest

from games.refusals import Refusal
from tests.builders import an_account, logged_in
from tests.tournaments.competition.schedules.hall import an_event, do, entry, pair, pairs, play, state
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.competition.history import Result, Winner
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"


def lost(row, number=2, place=0):
    return next(game for game in pairs(row, number) if entry(row, place) in game.players)


def left():
    """The first has left after round 1, so the second round's game is lost by default."""
    row = an_event("round_robin", 4)
    play(row, 1)
    do(row, WithdrawEntry(entry_id=entry(row, 0), reason="ill"))
    pair(row, 2)
    return row


@pytest.mark.parametrize("command", [RecordResult, ClearResult])
def test_automatic_default_needs_a_reason_to_change(command):
    row = left()
    game = lost(row)
    assert game.automatic
    said = {"result": Result(winner=Winner.WHITE)} if command is RecordResult else {}
    with pytest.raises(Refusal) as no:
        do(row, command(game_id=game.game_id, **said))
    assert no.value.code == "reason_required"
    do(row, command(game_id=game.game_id, reason="they came after all", **said))
    assert not lost(row).automatic


def test_default_recorded_by_the_desk_can_be_corrected():
    row = an_event("round_robin", 4)
    pair(row, 1)
    game = lost(row, 1)
    do(row, RecordResult(game_id=game.game_id, result=Result(winner=Winner.WHITE, by_default=True)))
    do(row, RecordResult(game_id=game.game_id, result=Result(winner=Winner.BLACK)))


def test_round_page_marks_automatic_defaults():
    left()
    client = logged_in()
    page = Page(client.get("/tournaments/open/rounds/2/"))
    assert page.text.count("was not there") == 1
    assert page.html.count('placeholder="reason"') == 1
    told = [game["automatic"] for game in client.get(f"{API}rounds/2/pairings/").json()["results"]]
    assert sorted(told) == [False, True]


def test_withdrawal_reports_remaining_games():
    row = an_event("swiss", 4, rounds=3, criteria=("NBW",))
    pair(row, 1)
    game = lost(row, 1)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open(f"/tournaments/open/players/{entry(row, 0)}/edit/")
    visitor.press("Withdraw from all remaining rounds")
    said = f"Still has a game in round 1, at table {game.table} , which is published"
    assert said in visitor.page.text
    client = visitor.client
    told = client.get(f"{API}entries/{entry(row, 0)}/").json()["games_left"]
    assert told == [{"round": 1, "table": game.table, "game": game.game_id, "published": True}]
    do(row, RecordResult(game_id=game.game_id, result=Result(winner=Winner.WHITE, by_default=True)))
    assert client.get(f"{API}entries/{entry(row, 0)}/").json()["games_left"] == []
    assert state(row).entries[entry(row, 0)].withdrawn


@pytest.mark.parametrize(("system", "warned"), [("round_robin", False), ("swiss", True)])
def test_only_draws_that_depend_on_results_warn_of_missing_ones(system, warned):
    row = an_event(system, 4, rounds=3)
    pair(row, 1)
    client = logged_in()
    assert ("are missing" in Page(client.get("/tournaments/open/desk/")).text) is warned
