"""Pairing constraints, pinned tables and renumbering of tables."""

from dataclasses import replace

import pytest

from tests.tournaments.build import WHITE, after, entered, given, paired, refused, said, shown, won
from tournaments.competition.history import MeetingGroup, MeetingKind, MeetingOf
from tournaments.competition.settings import PairingSettings
from tournaments.domain.byes import ByeRequested, RequestBye
from tournaments.domain.meetings import MeetingGroupSet, RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.pairs import MakePair
from tournaments.domain.round_stages import RoundUnpublished, UnpublishRound
from tournaments.domain.tables import (
    MoveTable,
    PairPinned,
    PinPair,
    PinPlayer,
    PlayerPinned,
    RenumberTables,
    TablesRenumbered,
)

FOUR = [*entered("abcd")]
PAIRED = [*FOUR, paired(1, "ab", "cd")]


def family(members="ab", **values):
    said = {"group_id": "g", "kind": MeetingKind.MUST_NOT, "of": MeetingOf.FAMILY, **values}
    return SetMeetingGroup(members=frozenset(members), **said)


def test_group_is_sorted_by_entry_and_reaches_the_pairing():
    state = given(*FOUR)
    (event,) = family("ca").decide(state)
    assert event == MeetingGroupSet(
        group_id="g", kind=MeetingKind.MUST_NOT, of=MeetingOf.FAMILY, members=("a", "c")
    )
    told = after(state, family("ca")).history().meetings
    assert told == (MeetingGroup(id="g", kind=MeetingKind.MUST_NOT, of=MeetingOf.FAMILY, members=("a", "c")),)
    assert family("ac").decide(after(state, family("ca"))) == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (family("a"), "invalid_meeting_group"),
        (family("ax"), "unknown_entry"),
        (family(rounds=frozenset({4})), "no_such_round"),
        (RemoveMeetingGroup(group_id="h"), "unknown_meeting_group"),
    ],
)
def test_rejects_invalid_group(command, code):
    assert refused(command, given(*FOUR))[0] == code


@pytest.mark.parametrize(
    ("kind", "members", "rounds", "fine"),
    [
        (MeetingKind.MUST, "abc", (), False),
        (MeetingKind.MUST, "abc", (1,), False),
        (MeetingKind.MUST, "bcd", (), True),
        (MeetingKind.MUST_NOT, "abc", (), True),
    ],
)
def test_rejects_contradicting_constraints(kind, members, rounds, fine):
    state = given(*FOUR, family("ab", group_id="other"))
    command = family(members, kind=kind, rounds=frozenset(rounds))
    if fine:
        assert len(command.decide(state)) == 1
    else:
        assert refused(command, state) == ("meetings_contradict", {"group": "other", "entries": ["a", "b"]})


def test_accepts_opposite_groups_of_different_rounds():
    state = given(*FOUR, family("ab", group_id="other", rounds=frozenset({1})))
    assert family("ab", kind=MeetingKind.MUST, rounds=frozenset({2})).decide(state)


def test_needs_reason_once_a_round_is_paired():
    state = given(*FOUR, family(), paired(1, "ac", "bd"))
    assert refused(family("ac"), state)[0] == "reason_required"
    assert refused(RemoveMeetingGroup(group_id="g"), state)[0] == "reason_required"
    assert after(state, RemoveMeetingGroup(group_id="g", reason="divorced")).meetings == {}


def test_bye_may_be_requested_until_the_round_is_paired():
    state = given(*FOUR)
    assert RequestBye(entry_id="a", round=1).decide(state) == [ByeRequested(entry_id="a", round=1)]
    asked = after(state, RequestBye(entry_id="a", round=1))
    assert asked.entries["a"].byes_asked == {1}
    assert after(asked, RequestBye(entry_id="a", round=1, wanted=False)) == state
    assert refused(RequestBye(entry_id="a", round=1), given(*PAIRED))[0] == "round_already_paired"


def test_pinned_player_gets_own_table_when_paired_by_hand():
    state = given(*FOUR, PinPlayer(entry_id="a", table=7))
    pair = MakePair(round=1, game_id="x", white="a", black="b", handicap=0, komi=6.5)
    assert after(state, pair).round(1).pairs["x"].table == 7
    assert PinPlayer(entry_id="b", table=0).decide(state) == []
    assert refused(PinPlayer(entry_id="b", table=10_001), state)[0] == "invalid_pairing"
    assert refused(PinPlayer(entry_id="a", table=0), after(state, pair))[0] == "reason_required"
    moved = PinPlayer(entry_id="a", table=0, reason="the lift works again")
    assert moved.decide(after(state, pair)) == [
        PlayerPinned(entry_id="a", table=0, reason="the lift works again")
    ]


def test_pair_made_by_hand_gets_another_table_if_the_pinned_one_is_taken():
    state = given(*FOUR, PinPlayer(entry_id="a", table=7), PinPlayer(entry_id="c", table=7))
    for game_id, white, black in (("x", "a", "b"), ("y", "c", "d")):
        made = MakePair(round=1, game_id=game_id, white=white, black=black, handicap=0, komi=6.5)
        state = after(state, made)
    assert {id_: pair.table for id_, pair in state.round(1).pairs.items()} == {"x": 7, "y": 1}


def test_pair_made_by_hand_skips_unused_tables():
    state = given(*FOUR, pairing=PairingSettings(tables_unused=(1, 2)))
    pair = MakePair(round=1, game_id="x", white="a", black="b", handicap=0, komi=6.5)
    assert after(state, pair).round(1).pairs["x"].table == 3


def test_pinned_game_keeps_its_table():
    state = given(*PAIRED)
    assert PinPair(game_id="1ab").decide(state) == [PairPinned(round=1, game_id="1ab")]
    pinned = after(state, PinPair(game_id="1ab"))
    assert PinPair(game_id="1ab").decide(pinned) == []
    assert refused(MoveTable(game_id="1cd", table=1), pinned)[0] == "invalid_pairing"
    assert after(pinned, PinPair(game_id="1ab", pinned=False)) == state


def test_renumbering_counts_up_and_keeps_pinned_tables():
    state = given(*entered("abcdef"), paired(1, "ab", "cd", "ef", first_table=4))
    assert RenumberTables(round=1).decide(state) == [
        TablesRenumbered(round=1, tables={"1ab": 1, "1cd": 2, "1ef": 3})
    ]
    pinned = after(state, PinPlayer(entry_id="e", table=1, reason="wheelchair"), PinPair(game_id="1cd"))
    once = after(pinned, RenumberTables(round=1))
    assert {id_: pair.table for id_, pair in once.round(1).pairs.items()} == {"1ab": 2, "1cd": 5, "1ef": 1}
    assert RenumberTables(round=1).decide(once) == []
    assert refused(RenumberTables(round=2), once)[0] == "round_not_paired"
    assert refused(RenumberTables(round=1), after(state, shown(1)))[0] == "reason_required"


def test_published_round_returns_to_editing_with_a_reason_until_a_result_exists():
    back = UnpublishRound(round=1, reason="paired without Eva")
    assert refused(back, given(*PAIRED))[0] == "round_not_published"
    state = given(*PAIRED, shown(1))
    assert refused(UnpublishRound(round=1, reason=" "), state)[0] == "reason_required"
    assert back.decide(state) == [RoundUnpublished(round=1, reason="paired without Eva")]
    assert replace(after(state, back), ever_shown=False) == given(*PAIRED)
    assert refused(back, after(state, won(1, "ab")))[0] == "round_has_results"
    reported = after(state, said(1, "ab", "a"))
    assert refused(back, reported)[0] == "round_has_results"
    assert refused(back, after(reported, said(1, "ab", "b", WHITE)))[0] == "round_has_results"
