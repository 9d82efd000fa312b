"""Pairing, unpairing and publishing of rounds."""

from dataclasses import replace

import pytest

from tests.tournaments.build import JIGO, after, entered, given, paired, refused, said, shown, won
from tournaments.competition.history import Result
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.pairs import UnmakePair
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import PublishRound, RoundPublished
from tournaments.domain.rounds import RecordPairing, RoundPaired, RoundUnpaired, UnpairRound
from tournaments.domain.waiting import need_pairable_round, waiting_entries

FOUR = entered("abcd")


def test_stores_pairing_as_computed():
    command = paired(1, "ab", byes="c")
    (event,) = command.decide(given(*entered("abc")))
    assert isinstance(event, RoundPaired)
    assert {name: getattr(event, name) for name in RecordPairing.__slots__} == {
        name: getattr(command, name) for name in RecordPairing.__slots__
    }


@pytest.mark.parametrize("number", [0, 4])
def test_rejects_pairing_nonexistent_round(number):
    assert refused(paired(number, "ab"), given(*FOUR))[0] == "no_such_round"


def test_rejects_pairing_rounds_out_of_order():
    assert refused(paired(2, "ab"), given(*FOUR)) == ("earlier_round_not_paired", {"round": 1})


def test_next_round_may_be_paired_before_all_results_are_in():
    assert need_pairable_round(given(*FOUR, paired(1, "ab", "cd")), 2).number == 2


def test_rejects_pairing_a_round_twice():
    state = given(*FOUR, paired(1, "ab", "cd"))
    assert refused(paired(1, "ac", "bd"), state) == ("round_already_paired", {"round": 1})


def test_rejects_pairing_a_single_late_player():
    state = given(*FOUR, paired(1, "ab", "cd"), *entered("e"))
    assert refused(paired(1, byes="e"), state) == ("round_already_paired", {"round": 1})


def test_two_late_players_are_paired_in_a_second_part():
    state = given(*FOUR, paired(1, "ab", "cd"), won(1, "ab"), *entered("ef"))
    assert waiting_entries(state, 1) == ["e", "f"]
    state = after(state, paired(1, "ef", first_table=3))
    assert [(pair.table, *pair.players) for pair in state.round(1).by_table()] == [
        (1, "a", "b"),
        (2, "c", "d"),
        (3, "e", "f"),
    ]
    assert state.round(1).inputs_digest == "digest of ('ef',)"


def test_second_part_rejects_players_who_have_a_game():
    state = given(*FOUR, paired(1, "ab", "cd"), *entered("ef"))
    assert refused(paired(1, "ae"), state) == ("already_paired", {"entry": "a", "round": 1})


def test_rejects_player_in_two_pairs():
    assert refused(paired(1, "ab", "bc"), given(*FOUR)) == ("already_paired", {"entry": "b", "round": 1})
    assert refused(paired(1, "ab", byes="a"), given(*FOUR))[1]["entry"] == "a"


def test_rejects_pairing_unknown_entries():
    assert refused(paired(1, "az"), given(*FOUR)) == ("unknown_entry", {"entry": "z"})
    assert refused(paired(1, "ab", byes="z"), given(*FOUR)) == ("unknown_entry", {"entry": "z"})


def test_waiting_players_are_present_without_game_or_bye():
    state = given(
        *entered("abcdef"),
        *entered("g", final=False),
        paired(1, "ab"),
        GiveBye(round=1, entry_id="c"),
        SetPresence(entry_id="d", round=1, present=False),
        WithdrawEntry(entry_id="e"),
    )
    assert waiting_entries(state, 1) == ["f"]


def test_withdrawn_bye_frees_player_for_late_pairing():
    state = given(*entered("abc"), paired(1, "ab", byes="c"), *entered("d"))
    assert refused(paired(1, "cd"), state)[0] == "round_already_paired"
    state = after(state, TakeBackBye(round=1, entry_id="c"), paired(1, "cd", first_table=2))
    assert (state.round(1).byes, sorted(state.round(1).pairs)) == (frozenset(), ["1ab", "1cd"])


def test_unpairs_whole_round():
    state = given(*entered("abc"), paired(1, "ab", byes="c"))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]
    state = after(state, UnpairRound(round=1))
    assert (waiting_entries(state, 1), state.rounds) == (["a", "b", "c"], {})


def test_unpairing_a_published_round_needs_a_reason():
    state = given(*FOUR, paired(1, "ab", "cd"), shown(1))
    assert refused(UnpairRound(round=1), state) == ("reason_required", {"about": "a published round"})
    state = after(state, UnpairRound(round=1, reason="wrong list"), paired(1, "ac", "bd"))
    assert state.round(1).published is False


def test_rejects_unpairing_a_round_without_pairs():
    assert refused(UnpairRound(round=1), given(*FOUR)) == ("round_not_paired", {"round": 1})


def test_rejects_unpairing_a_round_with_results():
    state = given(*FOUR, paired(1, "ab", "cd"), shown(1), said(1, "ab", "a"), won(1, "cd"))
    command = UnpairRound(round=1, reason="again")
    assert refused(command, state) == ("round_has_results", {"round": 1, "games": 2})
    disputed = after(state, ClearResult(game_id="1cd"), said(1, "ab", "b", JIGO))
    assert refused(command, disputed) == ("round_has_results", {"round": 1, "games": 1})
    cleared = after(disputed, ClearResult(game_id="1ab"))
    assert command.decide(cleared) == [RoundUnpaired(round=1, reason="again")]


def test_game_not_played_does_not_prevent_unpairing():
    state = given(*FOUR, paired(1, "ab"), RecordResult(game_id="1ab", result=Result()))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]


def test_rejects_unpairing_any_round_but_the_last_paired():
    state = given(*FOUR, paired(1, "ab", "cd"), paired(2, "ac", "bd"))
    assert refused(UnpairRound(round=1), state) == ("later_round_paired", {"round": 2})
    state = after(state, UnmakePair(game_id="2ac"), UnmakePair(game_id="2bd"))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]


def test_publishes_round_once_it_has_pairs():
    assert refused(PublishRound(round=1), given(*FOUR)) == ("round_not_paired", {"round": 1})
    state = given(*FOUR, paired(1, "ab"))
    assert shown(1).decide(state) == [RoundPublished(round=1)]
    assert shown(1).decide(after(state, shown(1))) == []


@pytest.mark.parametrize("number", [0, 4])
@pytest.mark.parametrize("command", [UnpairRound(round=1), PublishRound(round=1)])
def test_rejects_unpairing_or_publishing_nonexistent_round(command, number):
    assert refused(replace(command, round=number), given(*FOUR))[0] == "no_such_round"
