"""Results: reports of players, entries of the desk, disputes and corrections."""

import pytest

from tests.tournaments.build import (
    BLACK,
    JIGO,
    WHITE,
    after,
    entered,
    given,
    paired,
    refused,
    said,
    shown,
    won,
)
from tournaments.competition.history import Result, Winner
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import (
    ClearResult,
    RecordResult,
    ResultCleared,
    ResultRecorded,
    ResultReported,
)
from tournaments.state.tournament import ResultState

PLAYING = [*entered("abcd"), paired(1, "ab", "cd"), shown(1)]
REASON_NEEDED = ("reason_required", {"about": "a result that later rounds were paired on"})


def pair_after(*commands):
    return given(*PLAYING, *commands).round(1).pairs["1ab"]


@pytest.mark.parametrize("who", "ab")
def test_player_reports_own_game(who):
    assert said(1, "ab", who, JIGO).decide(given(*PLAYING)) == [
        ResultReported(round=1, game_id="1ab", entry_id=who, result=JIGO)
    ]


@pytest.mark.parametrize("who", "cz")
def test_rejects_report_of_other_players_game(who):
    facts = {"game": "1ab", "entry": who}
    assert refused(said(1, "ab", who), given(*PLAYING)) == ("not_in_this_game", facts)


def test_rejects_report_before_round_is_published():
    state = given(*PLAYING[:-1])
    assert refused(said(1, "ab", "a"), state) == ("round_not_published", {"round": 1})


def test_rejects_report_without_a_winner():
    assert refused(said(1, "ab", "a", Result()), given(*PLAYING))[0] == "invalid_result"


def test_repeated_report_changes_nothing_and_a_different_one_replaces_it():
    state = given(*PLAYING, said(1, "ab", "a"))
    assert said(1, "ab", "a").decide(state) == []
    pair = after(state, said(1, "ab", "a", WHITE)).round(1).pairs["1ab"]
    assert (pair.result, pair.result_state) == (WHITE, ResultState.REPORTED)


def test_one_report_counts_and_two_equal_reports_confirm():
    assert (pair_after().result, pair_after().result_state) == (Result(), ResultState.MISSING)
    one = pair_after(said(1, "ab", "a"))
    assert (one.result, one.result_state) == (BLACK, ResultState.REPORTED)
    two = pair_after(said(1, "ab", "a"), said(1, "ab", "b"))
    assert (two.result, two.result_state) == (BLACK, ResultState.CONFIRMED)


def test_only_the_desk_changes_a_confirmed_result():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b"))
    assert refused(said(1, "ab", "b", WHITE), state) == ("result_confirmed", {"game": "1ab"})
    assert said(1, "ab", "b").decide(state) == []
    assert after(state, won(1, "ab", WHITE)).round(1).pairs["1ab"].result == WHITE


def test_disputed_result_does_not_count():
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", WHITE))
    assert (pair.result, pair.result_state) == (Result(), ResultState.DISPUTED)


def test_result_by_default_and_played_result_conflict():
    awarded = Result(winner=Winner.BLACK, by_default=True)
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", awarded))
    assert pair.result_state is ResultState.DISPUTED


def test_desk_settles_dispute_and_overrides_reports():
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", WHITE), won(1, "ab", JIGO))
    assert (pair.result, pair.result_state) == (JIGO, ResultState.CONFIRMED)


def test_rejects_report_after_desk_entry():
    state = given(*PLAYING, won(1, "ab"))
    assert refused(said(1, "ab", "b", WHITE), state) == ("result_already_recorded", {"game": "1ab"})


def test_clearing_removes_desk_entry_and_reports_and_allows_new_reports():
    state = given(*PLAYING, said(1, "ab", "a"), won(1, "ab", WHITE))
    assert ClearResult(game_id="1ab").decide(state) == [ResultCleared(round=1, game_id="1ab")]
    pair = after(state, ClearResult(game_id="1ab"), said(1, "ab", "b", JIGO)).round(1).pairs["1ab"]
    assert (dict(pair.reports), pair.recorded, pair.result) == ({"b": JIGO}, None, JIGO)


def test_clearing_without_a_result_changes_nothing():
    assert ClearResult(game_id="1ab").decide(given(*PLAYING)) == []


@pytest.mark.parametrize("winner", Winner)
def test_desk_records_every_kind_of_result(winner):
    result = Result(winner=winner)
    assert won(1, "ab", result).decide(given(*PLAYING)) == [
        ResultRecorded(round=1, game_id="1ab", result=result)
    ]


@pytest.mark.parametrize("winner", [winner for winner in Winner if winner is not Winner.NOBODY_YET])
def test_desk_records_every_kind_by_default(winner):
    result = Result(winner=winner, by_default=True)
    assert pair_after(won(1, "ab", result)).result == result


def test_rejects_impossible_result_by_default():
    command = won(1, "ab", Result(winner=Winner.NOBODY_YET, by_default=True))
    assert refused(command, given(*PLAYING))[0] == "invalid_result"


def test_recording_the_same_result_again_changes_nothing():
    assert won(1, "ab").decide(given(*PLAYING, won(1, "ab"))) == []


@pytest.mark.parametrize("command", [won(2, "ab"), said(2, "ab", "a"), ClearResult(game_id="2ab")])
def test_rejects_result_of_unpaired_game(command):
    assert refused(command, given(*PLAYING)) == ("unknown_pairing", {"game": "2ab"})


def test_desk_records_result_of_withdrawn_player():
    state = given(*PLAYING, WithdrawEntry(entry_id="a"))
    assert len(won(1, "ab", WHITE).decide(state)) == 1


def test_result_changes_without_reason_until_next_round_is_paired():
    assert len(won(1, "ab", WHITE).decide(given(*PLAYING, won(1, "ab")))) == 1


def test_result_used_by_later_pairings_needs_a_reason():
    state = given(*PLAYING, won(1, "ab"), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED
    assert refused(ClearResult(game_id="1ab", reason=" "), state) == REASON_NEEDED
    (event,) = RecordResult(game_id="1ab", result=WHITE, reason="miscounted").decide(state)
    assert event.reason == "miscounted"
    (event,) = ClearResult(game_id="1ab", reason="wrong table").decide(state)
    assert event.reason == "wrong table"


def test_overruling_a_confirmed_result_needs_a_reason():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b"), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED
    assert len(won(1, "ab", BLACK).decide(state)) == 1  # the desk confirms


def test_changing_not_played_to_a_win_needs_a_reason():
    state = given(*PLAYING, won(1, "ab", Result()), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED


def test_late_first_result_needs_no_reason():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b", WHITE), paired(2, "ac", "bd"))
    assert len(won(1, "ab", WHITE).decide(state)) == 1
    assert len(won(1, "cd", WHITE).decide(state)) == 1
