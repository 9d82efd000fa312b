"""Entries: entering, changing, withdrawing, returning, check-in and absences."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.tournaments.build import after, entered, given, paired, refused, shown, won
from tournaments.competition.standings import mms_scores, start_scores
from tournaments.domain.byes import ByeTakenBack, GiveBye
from tournaments.domain.entries import ChangeEntry, EnterPlayer, EntryChanged, PlayerEntered
from tournaments.domain.presence import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckIn,
    CheckInUndone,
    EntryReinstated,
    EntryWithdrawn,
    PlayerCheckedIn,
    ReinstateEntry,
    SetPresence,
    WithdrawEntry,
)
from tournaments.domain.round_stages import CloseRound, PublishRound


def enter(**values):
    return EnterPlayer(**{"entry_id": "x", "player_id": "player-x", "rank": -3, "rating": 1800, **values})


def test_entry_has_everything_that_pairing_needs():
    command = enter(country="NL", club="Rive", correction=1, absent=frozenset({3, 1}), final=False)
    assert command.decide(given(*entered("ab"))) == [
        PlayerEntered(
            entry_id="x",
            player_id="player-x",
            number=3,
            rank=-3,
            rating=1800,
            country="NL",
            club="Rive",
            correction=1,
            absent=(1, 3),
            final=False,
        )
    ]


def test_entry_numbers_are_never_reused():
    state = given(*entered("ab"), WithdrawEntry(entry_id="b"), *entered("cd"))
    assert [entry.number for entry in state.entries.values()] == [1, 2, 3, 4]


def test_players_who_enter_after_a_round_was_played_are_absent_from_it():
    during = given(*entered("ab"), paired(1, "ab"), enter())
    assert during.history().entrants["x"].present_in(1)
    after = given(*entered("ab"), paired(1, "ab"), won(1, "ab"), enter())
    assert after.entries["x"].absent == {1}


def test_rounds_that_are_over_count_as_absences_of_a_late_player():
    two = [paired(1, "ab"), won(1, "ab"), paired(2, "ab")]
    assert given(*entered("ab"), *two, enter()).entries["x"].absent == {1}
    closed = [
        *two,
        won(2, "ab"),
        PublishRound(round=2),
        CloseRound(round=2, at=datetime(2026, 11, 1, tzinfo=UTC)),
    ]
    assert given(*entered("ab"), *closed, enter()).entries["x"].absent == {1, 2}
    assert given(*entered("ab"), *closed, enter(absent=frozenset())).entries["x"].absent == frozenset()
    assert given(*entered("ab"), enter()).entries["x"].absent == frozenset()


def test_late_player_gets_what_the_settings_give_for_an_absence():
    state = given(*entered("ab"), paired(1, "ab"), won(1, "ab"), paired(2, "ab"), enter())
    settings = replace(state.settings, system="mcmahon", mms_absent2=1, round_down=False)
    history = replace(state.history(), settings=settings)
    before2 = start_scores(history)["x"]
    assert mms_scores(history, 2)["x"] - before2 == 1


@pytest.mark.parametrize("same", [{"player_id": "player-a"}, {"entry_id": "a"}])
def test_rejects_entering_a_player_twice(same):
    assert refused(enter(**same), given(*entered("a")))[0] == "already_entered"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"rank": 9}, "rank"),
        ({"rank": -31}, "rank"),
        ({"rating": 4001}, "rating"),
        ({"rating": -2951}, "rating"),
        ({"correction": 51}, "correction"),
        ({"country": "NLD"}, "country"),
        ({"club": "a" * 13}, "club"),
    ],
)
def test_rejects_out_of_range_entry_and_names_its_field(values, field):
    code, facts = refused(enter(**values), given())
    assert (code, facts["field"]) == ("invalid_entry", field)
    code, facts = refused(ChangeEntry(entry_id="a", **values), given(*entered("a")))
    assert (code, facts["field"]) == ("invalid_entry", field)


def test_rejects_absence_from_nonexistent_round():
    assert refused(enter(absent=frozenset({4})), given()) == ("no_such_round", {"round": 4, "rounds": 3})


def test_change_keeps_unnamed_fields():
    state = given(*entered("a", country="NL", club="Rive", correction=2))
    assert ChangeEntry(entry_id="a", rank=1, club="").decide(state) == [
        EntryChanged(
            entry_id="a", rank=1, rating=2100, country="NL", club="", correction=2, final=True, reason=""
        )
    ]
    assert ChangeEntry(entry_id="a", rank=0).decide(state) == []


def test_change_needs_reason_once_a_round_is_paired():
    state = given(*entered("ab"), paired(1, "ab"))
    assert refused(ChangeEntry(entry_id="a", rank=1), state) == ("reason_required", {"about": "entry"})
    (event,) = ChangeEntry(entry_id="a", rank=1, reason="promoted").decide(state)
    assert (event.rank, event.reason) == (1, "promoted")


def test_round_with_only_promised_byes_does_not_count_as_paired():
    state = given(*entered("ab"), GiveBye(round=1, entry_id="a"))
    assert ChangeEntry(entry_id="a", rank=1).decide(state)[0].rank == 1


def test_rejects_making_a_player_with_games_provisional():
    state = given(*entered("abc"), paired(1, "ab"))
    assert refused(ChangeEntry(entry_id="a", final=False, reason="typo"), state)[0] == "entry_has_games"
    assert ChangeEntry(entry_id="c", final=False, reason="typo").decide(state)[0].final is False


@pytest.mark.parametrize(
    "command",
    [
        ChangeEntry(entry_id="z"),
        WithdrawEntry(entry_id="z"),
        ReinstateEntry(entry_id="z"),
        CheckIn(entry_id="z"),
        SetPresence(entry_id="z", round=1, present=False),
    ],
)
def test_rejects_unknown_entry(command):
    assert refused(command, given(*entered("a"))) == ("unknown_entry", {"entry": "z"})


def test_repeated_withdrawal_or_return_changes_nothing():
    here = given(*entered("a"))
    assert WithdrawEntry(entry_id="a", reason="ill").decide(here) == [
        EntryWithdrawn(entry_id="a", reason="ill")
    ]
    assert ReinstateEntry(entry_id="a").decide(here) == []
    gone = after(here, WithdrawEntry(entry_id="a"))
    assert WithdrawEntry(entry_id="a").decide(gone) == []
    assert ReinstateEntry(entry_id="a").decide(gone) == [EntryReinstated(entry_id="a")]


def test_withdrawal_drops_promised_byes_and_keeps_past_ones():
    state = given(
        *entered("abc"),
        paired(1, "ab", byes="c"),
        GiveBye(round=3, entry_id="c"),
        GiveBye(round=2, entry_id="c"),
    )
    assert WithdrawEntry(entry_id="c").decide(state) == [
        ByeTakenBack(round=2, entry_id="c"),
        ByeTakenBack(round=3, entry_id="c"),
        EntryWithdrawn(entry_id="c"),
    ]
    history = after(state, WithdrawEntry(entry_id="c")).history()
    assert history.byes == {1: frozenset("c")}
    assert history.entrants["c"].absent == {2, 3}


def test_checks_in_and_undoes_check_in():
    state = given(*entered("a"))
    assert CheckIn(entry_id="a").decide(state) == [PlayerCheckedIn(entry_id="a")]
    assert CheckIn(entry_id="a", here=False).decide(state) == []
    here = after(state, CheckIn(entry_id="a"))
    assert CheckIn(entry_id="a").decide(here) == []
    assert CheckIn(entry_id="a", here=False).decide(here) == [CheckInUndone(entry_id="a")]


def test_presence_is_recorded_per_round():
    state = given(*entered("a"))
    away = SetPresence(entry_id="a", round=2, present=False)
    assert away.decide(state) == [AbsenceDeclared(entry_id="a", round=2)]
    state = after(state, away)
    assert away.decide(state) == []
    back = SetPresence(entry_id="a", round=2, present=True)
    assert back.decide(state) == [AbsenceWithdrawn(entry_id="a", round=2)]
    assert [state.entries["a"].present_in(n) for n in (1, 2, 3)] == [True, False, True]


@pytest.mark.parametrize("who", "abc")
def test_rejects_absence_of_player_with_game_or_bye(who):
    state = given(*entered("abc"), paired(1, "ab", byes="c"), shown(1))
    command = SetPresence(entry_id=who, round=1, present=False)
    assert refused(command, state) == ("already_paired", {"entry": who, "round": 1})


@pytest.mark.parametrize("number", [0, 4, -1])
def test_rejects_presence_in_nonexistent_round(number):
    command = SetPresence(entry_id="a", round=number, present=False)
    assert refused(command, given(*entered("a")))[0] == "no_such_round"
