"""Rulings on results, appeals and their effects on rounds and standings."""

import pytest

from tests.tournaments.build import (
    BLACK,
    JIGO,
    WHITE,
    after,
    appealed,
    closed,
    entered,
    given,
    lifted,
    paired,
    refused,
    ruled,
    said,
    shown,
    won,
)
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import standings
from tournaments.domain.pairs import SwapColours, UnmakePair
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.state.tournament import ResultState, RulingOnResult

PLAYING = [*entered("abcd"), paired(1, "ab", "cd"), shown(1)]
PLAYED = [*PLAYING, won(1, "ab"), won(1, "cd")]
RULED = ("result_ruled", {"game": "1ab", "claim": "c1"})
FINAL = ("ruling_final", {"game": "1ab", "claim": "c1"})
BOTH_LOSE = Result(winner=Winner.NEITHER)


def first(state):
    return state.round(1).pairs["1ab"]


def test_ruling_overrides_reports_and_desk_entry():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b"), won(1, "ab", JIGO))
    until = "2026-11-21T13:00:00+00:00"
    command = ruled(1, "ab", WHITE, score="W+3.5", appeal_until=until, reason="dead stones")
    assert command.decide(state) == [
        ResultRuled(
            round=1,
            game_id="1ab",
            result=WHITE,
            claim_id="c1",
            score="W+3.5",
            appeal_until=until,
            reason="dead stones",
        )
    ]
    pair = first(after(state, command))
    assert (pair.result, pair.result_state) == (WHITE, ResultState.DECIDED)
    assert pair.ruled == RulingOnResult(
        result=WHITE, claim_id="c1", state=ResultState.DECIDED, score="W+3.5", appeal_until=until
    )
    assert (pair.recorded, dict(pair.reports)) == (JIGO, {"a": BLACK, "b": BLACK})


def test_ruling_settles_disputed_and_unreported_games():
    disputed = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b", WHITE), ruled(1, "ab", BOTH_LOSE))
    assert (first(disputed).result, first(disputed).result_state) == (BOTH_LOSE, ResultState.DECIDED)
    silent = given(*PLAYING, ruled(1, "ab", Result()))
    assert (first(silent).result, first(silent).result_state) == (Result(), ResultState.DECIDED)


def test_appealed_ruling_counts_until_the_decision():
    state = given(*PLAYED, ruled(1, "ab"))
    assert appealed(1, "ab").decide(state) == [RulingAppealed(round=1, game_id="1ab", claim_id="c1")]
    state = after(state, appealed(1, "ab"))
    assert (first(state).result, first(state).result_state) == (WHITE, ResultState.APPEALED)
    assert appealed(1, "ab").decide(state) == []
    state = after(state, ruled(1, "ab", BLACK, final=True))
    assert (first(state).result, first(state).result_state) == (BLACK, ResultState.FINAL)


def test_ruling_without_appeal_becomes_final():
    state = given(*PLAYED, ruled(1, "ab"))
    assert len(ruled(1, "ab", final=True).decide(state)) == 1


def test_same_ruling_again_changes_nothing():
    assert ruled(1, "ab").decide(given(*PLAYED, ruled(1, "ab"))) == []
    assert ruled(1, "ab", final=True).decide(given(*PLAYED, ruled(1, "ab", final=True))) == []
    assert len(ruled(1, "ab").decide(given(*PLAYED, ruled(1, "ab"), appealed(1, "ab")))) == 1


@pytest.mark.parametrize(
    "command",
    [ruled(1, "ab", BLACK), ruled(1, "ab", claim_id="c2"), appealed(1, "ab"), lifted(1, "ab")],
    ids=["another result", "another claim", "appeal", "replay"],
)
def test_rejects_changes_after_final_ruling(command):
    assert refused(command, given(*PLAYED, ruled(1, "ab", final=True))) == FINAL


def test_another_claim_may_change_a_ruling_that_is_not_final():
    state = given(*PLAYED, ruled(1, "ab"), ruled(1, "ab", JIGO, claim_id="c2"))
    assert (first(state).result, first(state).ruled.claim_id) == (JIGO, "c2")


@pytest.mark.parametrize(
    "command", [ruled(1, "ab", JIGO, claim_id="c2"), lifted(1, "ab", claim_id="c2")], ids=["result", "replay"]
)
def test_rejects_ruling_on_another_claim_during_an_appeal(command):
    state = given(*PLAYED, ruled(1, "ab"), appealed(1, "ab"))
    assert refused(command, state) == ("ruling_appealed", {"game": "1ab", "claim": "c1"})


@pytest.mark.parametrize("claim_id", ["c1", "c2"])
def test_rejects_appeal_against_superseded_ruling(claim_id):
    facts = {"game": "1ab", "claim": claim_id}
    assert refused(appealed(1, "ab", claim_id), given(*PLAYED)) == ("no_ruling", facts)
    other = given(*PLAYED, ruled(1, "ab", claim_id="c3"))
    assert refused(appealed(1, "ab", claim_id), other) == ("no_ruling", facts)


@pytest.mark.parametrize(
    "command",
    [
        said(1, "ab", "a", WHITE),
        said(1, "ab", "b"),
        ConfirmResult(game_id="1ab", entry_id="b"),
        won(1, "ab"),
        won(1, "ab", WHITE),
        RecordResult(game_id="1ab", result=BLACK, reason="seen"),
        ClearResult(game_id="1ab", reason="seen"),
        SwapColours(game_id="1ab"),
        UnmakePair(game_id="1ab", reason="again"),
    ],
    ids=lambda command: type(command).__name__,
)
@pytest.mark.parametrize(
    ("ruling", "why"), [([], RULED), ([appealed(1, "ab")], RULED), ([ruled(1, "ab", final=True)], FINAL)]
)
def test_rejects_reports_and_desk_entries_after_ruling(command, ruling, why):
    state = given(*PLAYING, said(1, "ab", "a"), ruled(1, "ab"), *ruling)
    assert refused(command, state) == why


def test_rejects_unpairing_a_round_with_a_ruling():
    state = given(*PLAYING, ruled(1, "ab", Result()))
    assert refused(UnpairRound(round=1, reason="again"), state) == (
        "round_has_results",
        {"round": 1, "games": 1},
    )


def test_replay_discards_reports_and_desk_entry():
    state = given(*PLAYING, said(1, "ab", "a"), won(1, "ab", WHITE), ruled(1, "ab"))
    assert refused(lifted(1, "ab", " "), state) == (
        "reason_required",
        {"about": "a game that is played again"},
    )
    assert lifted(1, "ab").decide(state) == [
        RulingLifted(round=1, game_id="1ab", claim_id="c1", reason="triple ko")
    ]
    state = after(state, lifted(1, "ab"))
    pair = first(state)
    assert (pair.ruled, pair.recorded, dict(pair.reports)) == (None, None, {})
    assert (pair.result, pair.result_state) == (Result(), ResultState.MISSING)
    assert first(after(state, said(1, "ab", "b", JIGO))).result == JIGO


def test_replay_needs_no_prior_ruling_and_keeps_game_without_result():
    assert first(given(*PLAYED, lifted(1, "ab"))).result_state is ResultState.MISSING
    assert lifted(1, "ab").decide(given(*PLAYING)) == []


def test_ruling_is_accepted_in_closed_round():
    state = given(*PLAYED, closed(1), ruled(1, "ab"))
    assert (state.round(1).closed, first(state).result) == (True, WHITE)


def test_ruling_flags_later_rounds_and_keeps_their_pairs():
    before = given(*PLAYED, paired(2, "ac", "bd"), won(2, "ac"))
    state = after(before, ruled(1, "ab"))
    assert state.round(2).corrected
    assert dict(state.round(2).pairs) == dict(before.round(2).pairs)
    assert not after(before, ruled(1, "ab", BLACK)).round(2).corrected
    upheld = after(before, ruled(1, "ab", BLACK), appealed(1, "ab"))
    assert not upheld.round(2).corrected
    assert after(upheld, lifted(1, "ab")).round(2).corrected


def test_ruling_changes_the_standings():
    played = given(*PLAYED)
    places = [row.entrant_id for row in standings(played.history(), 1).rows]
    assert places == ["a", "c", "b", "d"]
    places = [row.entrant_id for row in standings(after(played, ruled(1, "ab")).history(), 1).rows]
    assert places == ["b", "c", "a", "d"]


@pytest.mark.parametrize(
    "result", [*(Result(winner=winner, by_default=True) for winner in list(Winner)[1:]), Result()]
)
def test_accepts_every_kind_of_result(result):
    assert first(given(*PLAYED, ruled(1, "ab", result))).result == result


@pytest.mark.parametrize(
    "command",
    [ruled(1, "ab", Result(by_default=True)), ruled(1, "ab", score="x" * 41)],
    ids=["default of nobody", "long score"],
)
def test_rejects_impossible_result(command):
    assert refused(command, given(*PLAYED))[0] == "invalid_result"


@pytest.mark.parametrize("command", [ruled(2, "ab"), appealed(2, "ab"), lifted(2, "ab")])
def test_rejects_ruling_on_unpaired_game(command):
    assert refused(command, given(*PLAYED)) == ("unknown_pairing", {"game": "2ab"})
