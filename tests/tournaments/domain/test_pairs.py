"""Pairs made, edited and removed by hand; tables; byes."""

from dataclasses import replace

import pytest

from tests.tournaments.build import after, entered, given, paired, refused, said, shown, won
from tournaments.competition.settings import HandicapSettings, ScheduleSettings
from tournaments.domain.byes import ByeGiven, ByeTakenBack, GiveBye, TakeBackBye
from tournaments.domain.pairs import (
    ColoursSwapped,
    HandicapSet,
    MakePair,
    PairMadeByHand,
    PairUnmade,
    SetHandicap,
    SwapColours,
    UnmakePair,
)
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult
from tournaments.domain.tables import MoveTable, TableMoved
from tournaments.state.tournament import PairMade

FOUR = entered("abcd")
PAIRED = [*FOUR, paired(1, "ab", "cd")]


def make(number=1, black="a", white="b", **values):
    values = {"handicap": 0, "komi": 6.5, **values}
    return MakePair(round=number, game_id="new", black=black, white=white, **values)


def test_pair_takes_the_lowest_free_table():
    state = given(*entered("abcdef"), paired(1, "ab"), paired(1, "ef", first_table=3))
    assert make(black="c", white="d", handicap=2, komi=0.5).decide(state) == [
        PairMadeByHand(
            round=1, pair=PairMade(game_id="new", table=2, black="c", white="d", handicap=2, komi=0.5)
        )
    ]


@pytest.mark.parametrize(
    ("settings", "handicap", "komi"),
    [
        ({"komi": 6.5}, 0, 6.5),
        ({"komi": 6.5}, 1, 0.5),
        ({"komi": 7.0}, 3, 0.0),
        ({"komi": 7.0, "handicap_komi": -2.5}, 3, -2.5),
        ({"komi": 7.0, "handicap_komi": -2.5}, 0, 7.0),
    ],
)
def test_komi_follows_settings_unless_given(settings, handicap, komi):
    state = given(*FOUR, **settings)
    (made,) = make(handicap=handicap, komi=None).decide(state)
    assert made.pair.komi == komi
    (made,) = make(handicap=handicap, komi=1.5).decide(state)
    assert made.pair.komi == 1.5


def test_pair_may_name_a_free_table():
    state = given(*FOUR, paired(1, "ab"))
    assert make(black="c", white="d", table=9).decide(state)[0].pair.table == 9
    for table in (1, -1, 10_001):
        code, facts = refused(make(black="c", white="d", table=table), state)
        assert (code, facts["field"]) == ("invalid_pairing", "table")


def test_first_pair_of_a_round_may_be_made_by_hand():
    state = given(*FOUR, make())
    assert state.round(1).pairs["new"].by_hand
    assert refused(make(2), given(*FOUR)) == ("earlier_round_not_paired", {"round": 1})


def test_rejects_pairing_a_player_with_themselves():
    assert refused(make(white="a"), given(*FOUR)) == ("same_player_twice", {"entry": "a"})


def test_rejects_pair_with_absent_or_paired_player():
    state = given(
        *entered("abcdef"),
        paired(1, "ab", byes="c"),
        SetPresence(entry_id="d", round=1, present=False),
        WithdrawEntry(entry_id="e"),
    )
    found = {who: refused(make(black="f", white=who), state)[0] for who in "abcdez"}
    assert found == {
        "a": "already_paired",
        "b": "already_paired",
        "c": "already_paired",
        "d": "not_present",
        "e": "not_present",
        "z": "unknown_entry",
    }


def test_edits_of_published_pairs_need_a_reason():
    state = given(*entered("abcdef"), paired(1, "ab", "cd"), shown(1))
    assert refused(UnmakePair(game_id="1ab"), state)[0] == "reason_required"
    assert refused(make(black="e", white="f"), state)[0] == "reason_required"
    assert UnmakePair(game_id="1ab", reason="brothers").decide(state) == [
        PairUnmade(round=1, game_id="1ab", reason="brothers")
    ]
    assert make(black="e", white="f", reason="late").decide(state)[0].reason == "late"


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"handicap": -1}, "handicap"),
        ({"handicap": 10}, "handicap"),
        ({"komi": 6.25}, "komi"),
        ({"komi": 400.5}, "komi"),
        ({"komi": float("nan")}, "komi"),
        ({"komi": float("-inf")}, "komi"),
    ],
)
def test_rejects_impossible_terms(terms, field):
    code, facts = refused(make(**terms), given(*FOUR))
    assert (code, facts["field"]) == ("invalid_pairing", field)
    command = SetHandicap(game_id="1ab", **{"handicap": 0, "komi": 6.5, **terms})
    code, facts = refused(command, given(*PAIRED))
    assert (code, facts["field"]) == ("invalid_pairing", field)


def test_edits_of_unpublished_pairs_need_no_reason():
    state = given(*PAIRED)
    assert UnmakePair(game_id="1ab").decide(state) == [PairUnmade(round=1, game_id="1ab")]
    assert SwapColours(game_id="1ab").decide(state) == [ColoursSwapped(round=1, game_id="1ab")]
    assert SetHandicap(game_id="1ab", handicap=3, komi=0.5).decide(state) == [
        HandicapSet(round=1, game_id="1ab", handicap=3, komi=0.5)
    ]
    assert SetHandicap(game_id="1ab", handicap=0, komi=6.5).decide(state) == []


EDITS = [
    UnmakePair(game_id="1ab", reason="why"),
    SwapColours(game_id="1ab", reason="why"),
    SetHandicap(game_id="1ab", handicap=3, komi=0.5, reason="why"),
]


@pytest.mark.parametrize("edit", EDITS)
def test_rejects_edit_of_game_with_result(edit):
    refusal = ("game_has_result", {"game": "1ab", "round": 1})
    assert refused(edit, given(*PAIRED, won(1, "ab"))) == refusal
    reported = given(*PAIRED, shown(1), said(1, "ab", "b"))
    assert refused(edit, reported) == refusal
    cleared = after(reported, ClearResult(game_id="1ab"))
    assert len(edit.decide(cleared)) == 1


WORDLESS = [
    *(replace(edit, reason=" ") for edit in EDITS),
    MoveTable(game_id="1ab", table=2),
    GiveBye(round=1, entry_id="e"),
    TakeBackBye(round=1, entry_id="f"),
]


@pytest.mark.parametrize("edit", WORDLESS)
def test_published_pairing_is_edited_with_a_reason(edit):
    hidden = given(*entered("abcdef"), paired(1, "ab", "cd"), GiveBye(round=1, entry_id="f"))
    read = after(hidden, shown(1))
    assert refused(edit, read) == ("reason_required", {"about": "a published round"})
    (event,) = replace(edit, reason="why").decide(read)
    assert event.reason == "why"
    assert len(edit.decide(hidden)) == 1


@pytest.mark.parametrize("edit", [*EDITS, MoveTable(game_id="1ab", table=2)])
def test_rejects_edit_of_missing_game(edit):
    assert refused(edit, given(*FOUR)) == ("unknown_pairing", {"game": "1ab"})


def test_moving_to_a_taken_table_swaps_the_games():
    state = given(*PAIRED)
    command = MoveTable(game_id="1ab", table=2)
    assert command.decide(state) == [TableMoved(round=1, game_id="1ab", table=2)]
    pairs = after(state, command).round(1).pairs
    assert (pairs["1ab"].table, pairs["1cd"].table) == (2, 1)


def test_moving_to_an_empty_table_moves_one_game():
    pairs = given(*PAIRED, MoveTable(game_id="1cd", table=20)).round(1).pairs
    assert (pairs["1ab"].table, pairs["1cd"].table) == (1, 20)


def test_tables_are_numbered_from_one_and_may_change_after_the_result():
    state = given(*PAIRED, won(1, "ab"))
    assert refused(MoveTable(game_id="1ab", table=0), state)[0] == "invalid_pairing"
    assert refused(MoveTable(game_id="1ab", table=10_001), state)[0] == "invalid_pairing"
    assert MoveTable(game_id="1ab", table=1).decide(state) == []
    assert len(MoveTable(game_id="1ab", table=2).decide(state)) == 1


def test_bye_is_given_to_a_free_player_and_withdrawn():
    state = given(*entered("abc"), paired(1, "ab"))
    assert GiveBye(round=1, entry_id="c").decide(state) == [ByeGiven(round=1, entry_id="c")]
    assert refused(GiveBye(round=1, entry_id="a"), state)[0] == "already_paired"
    assert refused(TakeBackBye(round=1, entry_id="c"), state) == ("no_bye", {"entry": "c", "round": 1})
    state = after(state, GiveBye(round=1, entry_id="c"))
    assert refused(GiveBye(round=1, entry_id="c"), state)[0] == "already_paired"
    assert TakeBackBye(round=1, entry_id="c").decide(state) == [ByeTakenBack(round=1, entry_id="c")]


@pytest.mark.parametrize("command", [GiveBye, TakeBackBye])
def test_rejects_bye_in_nonexistent_round_or_for_unknown_entry(command):
    assert refused(command(round=4, entry_id="a"), given(*FOUR))[0] == "no_such_round"
    assert refused(command(round=1, entry_id="z"), given(*FOUR))[0] == "unknown_entry"


FAR = HandicapSettings(no_handicap_from=8)


@pytest.mark.parametrize(
    ("settings", "pair", "terms"),
    [
        ({}, "ad", (4, 0.5)),
        ({}, "da", (0, 6.5)),
        ({"handicap": replace(FAR, correction=2)}, "ad", (3, 0.5)),
        ({"handicap": replace(FAR, no_handicap_from=1)}, "ad", (3, 0.5)),
        ({"handicap": replace(FAR, ceiling=2, reverse_komi=5)}, "ad", (2, -9.5)),
        ({"system": "swiss"}, "ad", (4, 0.5)),
        ({"system": "round_robin"}, "ad", (0, 6.5)),
        ({"system": "round_robin", "schedule": ScheduleSettings(handicap=True)}, "ad", (4, 0.5)),
    ],
)
def test_handicap_and_komi_follow_the_strength_of_the_two_unless_given(settings, pair, terms):
    """3 dan and 3 kyu, White first; the weaker gives no stones."""
    players = [*entered("a", rank=2), *entered("d", rank=-3)]
    state = given(*players, **{"komi": 6.5, "handicap": FAR, **settings})
    command = MakePair(round=1, game_id="new", white=pair[0], black=pair[1])
    (made,) = command.decide(state)
    assert (made.pair.handicap, made.pair.komi) == terms
    (made,) = replace(command, handicap=7).decide(state)
    assert (made.pair.handicap, made.pair.komi) == (7, 0.5)


def test_changed_handicap_changes_the_komi_unless_that_is_given():
    state = given(*PAIRED, komi=6.5)
    (changed,) = SetHandicap(game_id="1ab", handicap=3).decide(state)
    assert (changed.handicap, changed.komi) == (3, 0.5)
    (changed,) = SetHandicap(game_id="1ab", handicap=3, komi=2.5).decide(state)
    assert (changed.handicap, changed.komi) == (3, 2.5)
