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
def test_a_player_reports_his_own_game(who):
    assert said(1, "ab", who, JIGO).decide(given(*PLAYING)) == [
        ResultReported(round=1, game_id="1ab", entry_id=who, result=JIGO)
    ]


@pytest.mark.parametrize("who", "cz")
def test_nobody_reports_the_game_of_others(who):
    facts = {"game": "1ab", "entry": who}
    assert refused(said(1, "ab", who), given(*PLAYING)) == ("not_in_this_game", facts)


def test_nothing_is_reported_before_the_round_is_published():
    state = given(*PLAYING[:-1])
    assert refused(said(1, "ab", "a"), state) == ("round_not_published", {"round": 1})


def test_a_report_says_what_came_of_the_game():
    assert refused(said(1, "ab", "a", Result()), given(*PLAYING))[0] == "invalid_result"


def test_the_same_report_again_is_nothing_new_and_another_one_replaces_it():
    state = given(*PLAYING, said(1, "ab", "a"))
    assert said(1, "ab", "a").decide(state) == []
    pair = after(state, said(1, "ab", "a", WHITE)).round(1).pairs["1ab"]
    assert (pair.result, pair.result_state) == (WHITE, ResultState.REPORTED)


def test_one_report_counts_two_agreeing_ones_confirm_it():
    assert (pair_after().result, pair_after().result_state) == (Result(), ResultState.MISSING)
    one = pair_after(said(1, "ab", "a"))
    assert (one.result, one.result_state) == (BLACK, ResultState.REPORTED)
    two = pair_after(said(1, "ab", "a"), said(1, "ab", "b"))
    assert (two.result, two.result_state) == (BLACK, ResultState.CONFIRMED)


def test_what_both_have_said_only_the_desk_changes():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b"))
    assert refused(said(1, "ab", "b", WHITE), state) == ("result_confirmed", {"game": "1ab"})
    assert said(1, "ab", "b").decide(state) == []
    assert after(state, won(1, "ab", WHITE)).round(1).pairs["1ab"].result == WHITE


def test_a_disputed_result_counts_nothing():
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", WHITE))
    assert (pair.result, pair.result_state) == (Result(), ResultState.DISPUTED)


def test_by_default_and_played_are_a_dispute_too():
    awarded = Result(winner=Winner.BLACK, by_default=True)
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", awarded))
    assert pair.result_state is ResultState.DISPUTED


def test_the_desk_settles_a_dispute_and_stands_above_reports():
    pair = pair_after(said(1, "ab", "a"), said(1, "ab", "b", WHITE), won(1, "ab", JIGO))
    assert (pair.result, pair.result_state) == (JIGO, ResultState.CONFIRMED)


def test_reports_end_where_the_desk_has_spoken():
    state = given(*PLAYING, won(1, "ab"))
    assert refused(said(1, "ab", "b", WHITE), state) == ("result_already_recorded", {"game": "1ab"})


def test_clearing_forgets_desk_and_reports_and_lets_players_report_again():
    state = given(*PLAYING, said(1, "ab", "a"), won(1, "ab", WHITE))
    assert ClearResult(game_id="1ab").decide(state) == [ResultCleared(round=1, game_id="1ab")]
    pair = after(state, ClearResult(game_id="1ab"), said(1, "ab", "b", JIGO)).round(1).pairs["1ab"]
    assert (dict(pair.reports), pair.recorded, pair.result) == ({"b": JIGO}, None, JIGO)


def test_clearing_nothing_is_nothing():
    assert ClearResult(game_id="1ab").decide(given(*PLAYING)) == []


@pytest.mark.parametrize("winner", Winner)
def test_the_desk_records_every_kind(winner):
    result = Result(winner=winner)
    assert won(1, "ab", result).decide(given(*PLAYING)) == [
        ResultRecorded(round=1, game_id="1ab", result=result)
    ]


@pytest.mark.parametrize("winner", [winner for winner in Winner if winner is not Winner.NOBODY_YET])
def test_each_also_by_default(winner):
    result = Result(winner=winner, by_default=True)
    assert pair_after(won(1, "ab", result)).result == result


def test_nobody_fails_to_win_by_default():
    command = won(1, "ab", Result(winner=Winner.NOBODY_YET, by_default=True))
    assert refused(command, given(*PLAYING))[0] == "invalid_result"


def test_recording_the_same_again_is_nothing():
    assert won(1, "ab").decide(given(*PLAYING, won(1, "ab"))) == []


@pytest.mark.parametrize("command", [won(2, "ab"), said(2, "ab", "a"), ClearResult(game_id="2ab")])
def test_a_game_that_is_not_paired_has_no_result(command):
    assert refused(command, given(*PLAYING)) == ("unknown_pairing", {"game": "2ab"})


def test_a_result_of_who_has_left_is_still_recorded():
    state = given(*PLAYING, WithdrawEntry(entry_id="a"))
    assert len(won(1, "ab", WHITE).decide(state)) == 1


def test_until_the_next_round_is_paired_a_result_changes_without_a_reason():
    assert len(won(1, "ab", WHITE).decide(given(*PLAYING, won(1, "ab")))) == 1


def test_a_result_that_later_rounds_were_paired_on_changes_for_a_reason():
    state = given(*PLAYING, won(1, "ab"), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED
    assert refused(ClearResult(game_id="1ab", reason=" "), state) == REASON_NEEDED
    (event,) = RecordResult(game_id="1ab", result=WHITE, reason="miscounted").decide(state)
    assert event.reason == "miscounted"
    (event,) = ClearResult(game_id="1ab", reason="wrong table").decide(state)
    assert event.reason == "wrong table"


def test_what_players_agreed_on_is_overruled_for_a_reason_too():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b"), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED
    assert len(won(1, "ab", BLACK).decide(state)) == 1  # the desk confirms


def test_a_game_that_the_desk_had_as_not_played_is_won_for_a_reason():
    state = given(*PLAYING, won(1, "ab", Result()), paired(2, "ac", "bd"))
    assert refused(won(1, "ab", WHITE), state) == REASON_NEEDED


def test_a_late_first_result_needs_no_reason():
    state = given(*PLAYING, said(1, "ab", "a"), said(1, "ab", "b", WHITE), paired(2, "ac", "bd"))
    assert len(won(1, "ab", WHITE).decide(state)) == 1
    assert len(won(1, "cd", WHITE).decide(state)) == 1
