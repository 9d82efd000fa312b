"""A result that changed since it was displayed is not overwritten; other tables are not affected."""

import pytest

from tests.tournaments.build import BLACK, NOON, WHITE, entered, given, paired, refused, shown, won
from tournaments.domain.pairs import SwapColours
from tournaments.domain.results import (
    ClearResult,
    LaterEvent,
    RecordResult,
    ReportResult,
    ResultCleared,
    ResultRecorded,
)
from tournaments.domain.tables import MoveTable

PLAYING = [*entered("abcd"), paired(1, "ab", "cd"), shown(1)]


def after(*commands):
    """The state after these, and what somebody who looked before them has not seen."""
    state, later = given(*PLAYING), []
    for number, command in enumerate(commands):
        later += [LaterEvent(event=event, actor=f"user:{number}", at=NOON) for event in command.decide(state)]
        state = given(*PLAYING, *commands[: number + 1])
    return state, tuple(later)


def record(result, later=(), **said):
    return RecordResult(game_id="1ab", result=result, seen=1, later=later, **said)


def report(who, result):
    return ReportResult(game_id="1ab", entry_id=who, result=result)


def test_rejects_overwriting_an_unseen_desk_result_and_says_who_entered_it_and_when():
    state, later = after(won(1, "ab", BLACK))
    assert refused(record(WHITE, later), state) == (
        "result_overtaken",
        {
            "game": "1ab",
            "said": "entered",
            "winner": "black",
            "by_default": False,
            "actor": "user:0",
            "at": "2026-11-21T12:00:00+00:00",
        },
    )


def test_accepts_change_of_the_displayed_result():
    state, _ = after(won(1, "ab", BLACK))
    assert record(WHITE).decide(state) == [ResultRecorded(round=1, game_id="1ab", result=WHITE)]


def test_changes_at_other_tables_do_not_conflict():
    state, later = after(won(1, "cd", BLACK))
    assert record(WHITE, later).decide(state) == [ResultRecorded(round=1, game_id="1ab", result=WHITE)]


def test_same_result_from_two_desks_does_not_conflict():
    state, later = after(won(1, "ab", WHITE))
    assert record(WHITE, later).decide(state) == []


def test_reports_a_result_that_was_entered_and_cleared_meanwhile():
    state, later = after(won(1, "ab", BLACK), ClearResult(game_id="1ab"))
    code, facts = refused(record(WHITE, later), state)
    assert (code, facts["said"], facts["actor"]) == ("result_overtaken", "cleared", "user:1")


def test_unseen_player_report_may_be_confirmed_but_not_contradicted():
    state, later = after(report("a", BLACK))
    assert record(BLACK, later).decide(state) == [ResultRecorded(round=1, game_id="1ab", result=BLACK)]
    assert refused(record(WHITE, later), state)[1]["said"] == "reported"


@pytest.mark.parametrize("then", [(), [won(1, "ab", WHITE)]])
def test_rejects_result_entered_for_swapped_colours(then):
    state, later = after(SwapColours(game_id="1ab", reason="as asked"), *then)
    assert refused(record(WHITE, later), state)[0] == "result_overtaken"


def test_rejects_clearing_an_unseen_result_and_accepts_clearing_none():
    state, later = after(won(1, "ab", BLACK))
    assert refused(ClearResult(game_id="1ab", seen=1, later=later), state)[0] == "result_overtaken"
    assert ClearResult(game_id="1ab", seen=1).decide(state) == [ResultCleared(round=1, game_id="1ab")]
    state, later = after(won(1, "ab", BLACK), ClearResult(game_id="1ab"))
    assert ClearResult(game_id="1ab", seen=1, later=later).decide(state) == []


def test_rejects_result_slip_of_a_game_that_moved_to_another_table():
    state, later = after(MoveTable(game_id="1ab", table=2, reason="light"))
    assert refused(record(WHITE, later, table=1), state) == (
        "game_moved",
        {"game": "1ab", "table": 2, "was": 1},
    )
    assert record(WHITE, later, table=2).decide(state)
