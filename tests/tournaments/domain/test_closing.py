"""Closing and reopening rounds, and what each state of a round permits."""

from datetime import datetime, timedelta, timezone

import pytest

from tests.tournaments.build import (
    BLACK,
    JIGO,
    NOON,
    WHITE,
    after,
    closed,
    entered,
    given,
    paired,
    refused,
    reopened,
    ruled,
    said,
    shown,
    won,
)
from tournaments.competition.history import Result
from tournaments.competition.settings import ClaimSettings
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.results import (
    ClearResult,
    ConfirmResult,
    RecordResult,
    ResultCleared,
    ResultRecorded,
    ResultReported,
)
from tournaments.domain.round_stages import RoundClosed, RoundReopened
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tables import MoveTable

PLAYING = [*entered("abcde"), paired(1, "ab", "cd", byes="e"), shown(1)]
PLAYED = [*PLAYING, won(1, "ab"), said(1, "cd", "c")]
CLOSED = [*PLAYED, closed(1)]
ROUND_CLOSED = ("round_closed", {"round": 1})
REASON_NEEDED = ("reason_required", {"about": "a result of a closed round"})


def test_round_closes_once_every_game_has_a_result():
    assert closed(1).decide(given(*PLAYED)) == [
        RoundClosed(round=1, claims_until="2026-11-21T12:30:00+00:00")
    ]
    state = given(*CLOSED)
    assert (state.round(1).closed, state.round(1).claims_until) == (True, "2026-11-21T12:30:00+00:00")


def test_claim_deadline_follows_settings_and_is_stated_in_utc():
    state = given(*PLAYED, claims=ClaimSettings(minutes=90))
    at = datetime(2026, 11, 21, 23, 15, tzinfo=timezone(timedelta(hours=1)))
    (event,) = closed(1, at).decide(state)
    assert event.claims_until == "2026-11-21T23:45:00+00:00"


def test_rejects_closing_with_missing_or_disputed_results_and_names_the_games():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b", WHITE))
    facts = {"round": 1, "games": ["1ab", "1cd"], "tables": [1, 2]}
    assert refused(closed(1), state) == ("round_unfinished", facts)
    state = after(state, won(1, "ab", JIGO))
    facts = {"round": 1, "games": ["1cd"], "tables": [2]}
    assert refused(closed(1), state) == ("round_unfinished", facts)
    assert len(closed(1).decide(after(state, ruled(1, "cd")))) == 1


def test_desk_may_record_a_game_as_not_played():
    state = given(*PLAYING, won(1, "ab"), won(1, "cd", Result()))
    assert len(closed(1).decide(state)) == 1


def test_rejects_closing_unpublished_round():
    assert refused(closed(2), given(*PLAYED)) == ("round_not_paired", {"round": 2})
    assert refused(closed(9), given(*PLAYED)) == ("no_such_round", {"round": 9, "rounds": 3})
    hidden = given(*entered("ab"), paired(1, "ab"), won(1, "ab"))
    assert refused(closed(1), hidden) == ("round_not_published", {"round": 1})


def test_closing_again_changes_nothing_and_keeps_claim_deadline():
    assert closed(1, NOON + timedelta(hours=1)).decide(given(*CLOSED)) == []


def test_reopening_a_closed_round_needs_a_reason():
    state = given(*CLOSED)
    assert refused(reopened(1, " "), state) == ("reason_required", {"about": "a closed round"})
    assert reopened(1).decide(state) == [RoundReopened(round=1, reason="a late record")]
    state = after(state, reopened(1))
    assert (state.round(1).closed, state.round(1).claims_until) == (False, "")
    assert reopened(1).decide(state) == []
    assert len(said(1, "cd", "d").decide(state)) == 1


@pytest.mark.parametrize("result", [BLACK, WHITE])
def test_rejects_player_report_in_closed_round(result):
    assert refused(said(1, "cd", "d", result), given(*CLOSED)) == ROUND_CLOSED
    assert refused(said(1, "cd", "c", result), given(*CLOSED)) == ROUND_CLOSED


def test_rejects_player_confirmation_in_closed_round():
    assert refused(ConfirmResult(game_id="1cd", entry_id="d"), given(*CLOSED)) == ROUND_CLOSED


def test_desk_records_and_clears_results_in_closed_round_with_a_reason():
    state = given(*CLOSED)
    assert refused(won(1, "cd"), state) == REASON_NEEDED
    assert refused(won(1, "cd", WHITE), state) == REASON_NEEDED
    assert refused(ClearResult(game_id="1ab"), state) == REASON_NEEDED
    record = RecordResult(game_id="1ab", result=WHITE, reason="seen")
    assert record.decide(state) == [ResultRecorded(round=1, game_id="1ab", result=WHITE, reason="seen")]
    clear = ClearResult(game_id="1ab", reason="typo")
    assert clear.decide(state) == [ResultCleared(round=1, game_id="1ab", reason="typo")]
    assert won(1, "ab").decide(state) == []


LATE = MakePair(round=1, game_id="late", white="a", black="e", handicap=0, komi=6.5, reason="late")


@pytest.mark.parametrize(
    "command",
    [
        LATE,
        paired(1, "ae"),
        UnpairRound(round=1, reason="again"),
        UnmakePair(game_id="1ab", reason="again"),
        SwapColours(game_id="1ab"),
        SetHandicap(game_id="1ab", handicap=2, komi=0.5),
        MoveTable(game_id="1ab", table=2),
        GiveBye(round=1, entry_id="e"),
        TakeBackBye(round=1, entry_id="e"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_rejects_pairing_changes_in_closed_round(command):
    assert refused(command, given(*CLOSED)) == ROUND_CLOSED


def test_closing_does_not_affect_other_rounds():
    state = given(*CLOSED, paired(2, "ac", "bd"), shown(2), said(2, "ac", "a"))
    assert state.round(2).pairs["2ac"].result == BLACK
    assert not state.round(2).closed


def test_player_confirms_opponents_report():
    state = given(*PLAYING, said(1, "ab", "a", JIGO))
    assert ConfirmResult(game_id="1ab", entry_id="b").decide(state) == [
        ResultReported(round=1, game_id="1ab", entry_id="b", result=JIGO)
    ]
    state = after(state, said(1, "ab", "b", WHITE), ConfirmResult(game_id="1ab", entry_id="b"))
    assert state.round(1).pairs["1ab"].result == JIGO
    assert ConfirmResult(game_id="1ab", entry_id="b").decide(state) == []


def test_rejects_confirming_own_missing_or_third_party_report():
    state = given(*PLAYING, said(1, "ab", "a"))
    for game_id, who in (("1ab", "a"), ("1cd", "c")):
        command = ConfirmResult(game_id=game_id, entry_id=who)
        assert refused(command, state) == ("nothing_to_confirm", {"game": game_id})
    assert refused(ConfirmResult(game_id="1ab", entry_id="c"), state)[0] == "not_in_this_game"
    state = after(state, won(1, "ab"))
    assert refused(ConfirmResult(game_id="1ab", entry_id="b"), state)[0] == "result_already_recorded"
