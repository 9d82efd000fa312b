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


def test_a_pairing_is_taken_over_as_it_was_computed():
    command = paired(1, "ab", byes="c")
    (event,) = command.decide(given(*entered("abc")))
    assert isinstance(event, RoundPaired)
    assert {name: getattr(event, name) for name in RecordPairing.__slots__} == {
        name: getattr(command, name) for name in RecordPairing.__slots__
    }


@pytest.mark.parametrize("number", [0, 4])
def test_no_such_round_is_paired(number):
    assert refused(paired(number, "ab"), given(*FOUR))[0] == "no_such_round"


def test_rounds_are_paired_in_order():
    assert refused(paired(2, "ab"), given(*FOUR)) == ("earlier_round_not_paired", {"round": 1})


def test_the_next_round_may_be_paired_before_every_result_is_in():
    assert need_pairable_round(given(*FOUR, paired(1, "ab", "cd")), 2).number == 2


def test_a_round_is_not_paired_twice():
    state = given(*FOUR, paired(1, "ab", "cd"))
    assert refused(paired(1, "ac", "bd"), state) == ("round_already_paired", {"round": 1})


def test_one_late_player_alone_cannot_be_matched():
    state = given(*FOUR, paired(1, "ab", "cd"), *entered("e"))
    assert refused(paired(1, byes="e"), state) == ("round_already_paired", {"round": 1})


def test_two_late_players_get_the_second_part_of_a_round():
    state = given(*FOUR, paired(1, "ab", "cd"), won(1, "ab"), *entered("ef"))
    assert waiting_entries(state, 1) == ["e", "f"]
    state = after(state, paired(1, "ef", first_table=3))
    assert [(pair.table, *pair.players) for pair in state.round(1).by_table()] == [
        (1, "a", "b"),
        (2, "c", "d"),
        (3, "e", "f"),
    ]
    assert state.round(1).inputs_digest == "digest of ('ef',)"


def test_a_second_part_touches_nobody_who_has_a_game():
    state = given(*FOUR, paired(1, "ab", "cd"), *entered("ef"))
    assert refused(paired(1, "ae"), state) == ("already_paired", {"entry": "a", "round": 1})


def test_nobody_is_in_two_pairs_of_one_pairing():
    assert refused(paired(1, "ab", "bc"), given(*FOUR)) == ("already_paired", {"entry": "b", "round": 1})
    assert refused(paired(1, "ab", byes="a"), given(*FOUR))[1]["entry"] == "a"


def test_strangers_are_not_paired():
    assert refused(paired(1, "az"), given(*FOUR)) == ("unknown_entry", {"entry": "z"})
    assert refused(paired(1, "ab", byes="z"), given(*FOUR)) == ("unknown_entry", {"entry": "z"})


def test_who_waits_is_present_and_has_neither_game_nor_bye():
    state = given(
        *entered("abcdef"),
        *entered("g", final=False),
        paired(1, "ab"),
        GiveBye(round=1, entry_id="c"),
        SetPresence(entry_id="d", round=1, present=False),
        WithdrawEntry(entry_id="e"),
    )
    assert waiting_entries(state, 1) == ["f"]


def test_a_bye_taken_back_makes_room_for_a_late_player():
    state = given(*entered("abc"), paired(1, "ab", byes="c"), *entered("d"))
    assert refused(paired(1, "cd"), state)[0] == "round_already_paired"
    state = after(state, TakeBackBye(round=1, entry_id="c"), paired(1, "cd", first_table=2))
    assert (state.round(1).byes, sorted(state.round(1).pairs)) == (frozenset(), ["1ab", "1cd"])


def test_a_round_is_unpaired_whole():
    state = given(*entered("abc"), paired(1, "ab", byes="c"))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]
    state = after(state, UnpairRound(round=1))
    assert (waiting_entries(state, 1), state.rounds) == (["a", "b", "c"], {})


def test_a_published_round_is_unpaired_for_a_reason():
    state = given(*FOUR, paired(1, "ab", "cd"), shown(1))
    assert refused(UnpairRound(round=1), state) == ("reason_required", {"about": "a published round"})
    state = after(state, UnpairRound(round=1, reason="wrong list"), paired(1, "ac", "bd"))
    assert state.round(1).published is False


def test_a_round_without_pairs_is_not_unpaired():
    assert refused(UnpairRound(round=1), given(*FOUR)) == ("round_not_paired", {"round": 1})


def test_results_are_not_lost_by_unpairing():
    state = given(*FOUR, paired(1, "ab", "cd"), shown(1), said(1, "ab", "a"), won(1, "cd"))
    command = UnpairRound(round=1, reason="again")
    assert refused(command, state) == ("round_has_results", {"round": 1, "games": 2})
    disputed = after(state, ClearResult(game_id="1cd"), said(1, "ab", "b", JIGO))
    assert refused(command, disputed) == ("round_has_results", {"round": 1, "games": 1})
    cleared = after(disputed, ClearResult(game_id="1ab"))
    assert command.decide(cleared) == [RoundUnpaired(round=1, reason="again")]


def test_a_game_declared_not_played_is_no_result():
    state = given(*FOUR, paired(1, "ab"), RecordResult(game_id="1ab", result=Result()))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]


def test_only_the_last_paired_round_is_unpaired():
    state = given(*FOUR, paired(1, "ab", "cd"), paired(2, "ac", "bd"))
    assert refused(UnpairRound(round=1), state) == ("later_round_paired", {"round": 2})
    state = after(state, UnmakePair(game_id="2ac"), UnmakePair(game_id="2bd"))
    assert UnpairRound(round=1).decide(state) == [RoundUnpaired(round=1)]


def test_a_round_is_published_once_it_has_pairs():
    assert refused(PublishRound(round=1), given(*FOUR)) == ("round_not_paired", {"round": 1})
    state = given(*FOUR, paired(1, "ab"))
    assert shown(1).decide(state) == [RoundPublished(round=1)]
    assert shown(1).decide(after(state, shown(1))) == []


@pytest.mark.parametrize("number", [0, 4])
@pytest.mark.parametrize("command", [UnpairRound(round=1), PublishRound(round=1)])
def test_no_such_round_is_unpaired_or_published(command, number):
    assert refused(replace(command, round=number), given(*FOUR))[0] == "no_such_round"
