"""Postponed games have their own date and do not block the round until that date has passed."""

from dataclasses import replace

import pytest

from tests.tournaments.build import after, closed, entered, given, paired, refused, reopened, shown, won
from tests.tournaments.domain.test_undoing import done, taken_back
from tournaments.domain.game_dates import GameDateSet, SetGameDate
from tournaments.domain.pairs import SwapColours, UnmakePair
from tournaments.reading.queue import QueueReason, referee_queue
from tournaments.state.changes import replace_fields

LATER = SetGameDate(game_id="1ab", date="2026-11-28", time="19:30", reason="a wedding")
FIRST = [*entered("abcd"), paired(1, "ab", "cd"), shown(1), won(1, "cd")]


def pair(state, game_id="1ab"):
    return state.pair_of(game_id)[1]


def test_date_is_set_changed_and_cleared_without_duplicate_events():
    state = given(*FIRST)
    assert LATER.decide(state) == [
        GameDateSet(round=1, game_id="1ab", date="2026-11-28", time="19:30", reason="a wedding")
    ]
    dated = after(state, LATER)
    assert (pair(dated).date, pair(dated).time) == ("2026-11-28", "19:30")
    assert LATER.decide(dated) == []
    changed = after(dated, SetGameDate(game_id="1ab", date="2026-12-05"))
    assert (pair(changed).date, pair(changed).time) == ("2026-12-05", "")
    assert after(changed, SetGameDate(game_id="1ab", date="")) == state
    assert pair(after(dated, SwapColours(game_id="1ab", reason="wrong"))).date == "2026-11-28"


@pytest.mark.parametrize(
    ("date", "time", "field"),
    [
        ("28.11.2026", "", "date"),
        ("2026-02-30", "", "date"),
        ("20261128", "", "date"),
        ("2026-11-28", "7 pm", "time"),
        ("2026-11-28", "24:00", "time"),
        ("2026-11-28", "19:30:00", "time"),
        ("", "19:30", "date"),
    ],
)
def test_rejects_invalid_date_or_time_at_its_field(date, time, field):
    code, facts = refused(SetGameDate(game_id="1ab", date=date, time=time), given(*FIRST))
    assert (code, facts["field"]) == ("invalid_pairing", field)


@pytest.mark.parametrize(
    ("time", "zone", "exists"),
    [
        ("02:30", "Europe/Helsinki", True),
        ("03:30", "Europe/Helsinki", False),  # clocks go from 3 to 4
        ("04:00", "Europe/Helsinki", True),
        ("03:30", "Asia/Tokyo", True),
        ("03:30", "", True),
        ("03:30", "Nowhere/Atall", True),
    ],
)
def test_rejects_time_that_clocks_skip(time, zone, exists):
    state = given(*FIRST)
    state = replace_fields(state, details=replace(state.details, time_zone=zone))
    command = SetGameDate(game_id="1ab", date="2026-03-29", time=time)
    if exists:
        assert pair(after(state, command)).time == time
    else:
        assert refused(command, state)[1]["field"] == "time"


def test_round_stays_open_until_postponed_game_is_played_and_keeps_its_dates():
    state = after(given(*FIRST), LATER)
    code, facts = refused(closed(1), state)
    assert (code, facts["tables"]) == ("round_unfinished", [1])
    state = after(state, won(1, "ab"), closed(1))
    assert refused(SetGameDate(game_id="1ab", date=""), state)[0] == "round_closed"
    assert pair(after(state, reopened(1), SetGameDate(game_id="1ab", date=""))).date == ""


def test_game_is_not_overdue_until_its_date_has_passed():
    state = after(given(*FIRST), LATER)
    assert [one.pair.game_id for one in referee_queue(given(*FIRST))] == ["1ab"]
    assert referee_queue(state, today="2026-11-28") == []
    (late,) = referee_queue(state, today="2026-11-29")
    assert (late.why, late.before_next_round) == (QueueReason.MISSING, True)
    state = after(state, paired(2, "ac", "bd"), shown(2))
    assert [one.round for one in referee_queue(state, today="2026-11-28")] == [2, 2]
    (*_, late) = referee_queue(state, today="2026-11-29")
    assert (late.pair.game_id, late.why, late.before_next_round) == ("1ab", QueueReason.MISSING, False)


def test_repeated_pair_gets_its_date_back():
    was = after(given(*FIRST), LATER)
    steps, state = done(was, UnmakePair(game_id="1ab", reason="by mistake"))
    (again,) = [one for one in taken_back(steps, state).round(1).pairs.values() if one.game_id != "1cd"]
    assert (again.date, again.time) == ("2026-11-28", "19:30")
