"""Undo of a director's edits, possible while nothing depends on them."""

from dataclasses import replace
from uuid import UUID

import pytest

from games.refusals import Refusal
from tests.tournaments.build import BLACK, JIGO, NOON, WHITE, entered, game, given, paired, said
from tournaments.competition.facts import MatchingFacts
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.competition.settings import Settings
from tournaments.domain.base import AppliedEvent, fold
from tournaments.domain.byes import GiveBye, RequestBye, TakeBackBye
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import CloseRound, PublishRound, UnpublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tables import MoveTable, PinPair, PinPlayer, RenumberTables
from tournaments.domain.tournament import ChangeDetails, Publish
from tournaments.domain.undo import is_undoable, undo_command, undo_step
from tournaments.state.limits import Limits
from tournaments.state.tournament import Details, Round

AB, CD = game(1, "ab"), game(1, "cd")
FOUR = entered("abcd")
PAIRED = [*FOUR, paired(1, "ab", "cd")]
FAMILY = SetMeetingGroup(
    group_id="g", kind=MeetingKind.MUST_NOT, of=MeetingOf.FAMILY, members=frozenset("ab")
)
WEST = SetClubGroup(group_id="g", name="West", clubs=frozenset({"Lei", "Haa"}))
LATER = SetGameDate(game_id=AB, date="2026-11-28", time="19:30")


def done(state, command):
    """The events of one command with the states around them, and the state afterwards."""
    steps = []
    for event in command.decide(state):
        after = fold(state, event)
        steps.append(AppliedEvent(event=event, before=state, after=after))
        state = after
    assert steps, "the command did nothing"
    return tuple(steps), state


def taken_back(steps, state, reason="by mistake"):
    for event in undo_command(steps, UUID(int=7), reason).decide(state):
        state = fold(state, event)
    return state


def stands(steps, state):
    return is_undoable([undo_step(one) for one in steps], state)


EDITS = [
    (FOUR, ChangeDetails(details=Details(name="Other"))),
    (FOUR, Publish()),
    (FOUR, ChangeSettings(settings=Settings(rounds=4), ruleset="aga")),
    (FOUR, ChangeEntry(entry_id="a", rank=3, club="Oslo")),
    (FOUR, WithdrawEntry(entry_id="a")),
    ([*FOUR, WithdrawEntry(entry_id="a")], ReinstateEntry(entry_id="a")),
    ([*FOUR, GiveBye(round=1, entry_id="a")], WithdrawEntry(entry_id="a")),
    (FOUR, CheckIn(entry_id="a")),
    ([*FOUR, CheckIn(entry_id="a")], CheckIn(entry_id="a", here=False)),
    (FOUR, SetPresence(entry_id="a", round=1, present=False)),
    (FOUR, GiveBye(round=1, entry_id="a")),
    ([*FOUR, GiveBye(round=1, entry_id="a")], TakeBackBye(round=1, entry_id="a")),
    (FOUR, MakePair(round=1, game_id="x", white="a", black="b", handicap=0, komi=6.5)),
    (FOUR, paired(1, "ab", "cd")),
    (PAIRED, SwapColours(game_id=AB)),
    (PAIRED, SetHandicap(game_id=AB, handicap=2, komi=0.5)),
    (PAIRED, MoveTable(game_id=AB, table=2)),
    (PAIRED, MoveTable(game_id=AB, table=9)),
    (PAIRED, RecordResult(game_id=AB, result=BLACK)),
    ([*PAIRED, RecordResult(game_id=AB, result=BLACK)], RecordResult(game_id=AB, result=JIGO)),
    ([*PAIRED, RecordResult(game_id=AB, result=BLACK)], ClearResult(game_id=AB)),
    (
        [*PAIRED, PublishRound(round=1), said(1, "ab", "a", WHITE)],
        RecordResult(game_id=AB, result=BLACK),
    ),
    (FOUR, FAMILY),
    ([*FOUR, FAMILY], replace(FAMILY, kind=MeetingKind.MUST)),
    ([*FOUR, FAMILY], RemoveMeetingGroup(group_id="g")),
    (FOUR, RequestBye(entry_id="a", round=1)),
    ([*FOUR, RequestBye(entry_id="a", round=1)], RequestBye(entry_id="a", round=1, wanted=False)),
    (FOUR, PinPlayer(entry_id="a", table=7)),
    (PAIRED, PinPair(game_id=AB)),
    ([*FOUR, paired(1, "ab", "cd", first_table=5)], RenumberTables(round=1)),
    (FOUR, WEST),
    ([*FOUR, WEST], replace(WEST, name="East", clubs=frozenset({"Lei", "Gro"}))),
    ([*FOUR, WEST], RemoveClubGroup(group_id="g")),
    (PAIRED, LATER),
    ([*PAIRED, LATER], SetGameDate(game_id=AB, date="2026-12-05", time="10:00")),
    ([*PAIRED, LATER], SetGameDate(game_id=AB, date="")),
]


@pytest.mark.parametrize(("before", "edit"), EDITS, ids=lambda value: type(value).__name__)
def test_undo_restores_previous_state_and_allows_redo(before, edit):
    was = given(*before)
    steps, state = done(was, edit)
    assert state != was
    assert stands(steps, state)
    assert _begun(taken_back(steps, state)) == _begun(was)
    back, now = done(state, undo_command(steps, UUID(int=7), "by mistake"))
    again = taken_back(back, now)
    if isinstance(edit, (MakePair, type(paired(1, "ab")))):  # under new ids
        again = _without_ids(again)
        state = _without_ids(state)
    assert again == state


def _begun(state):
    """Without rounds in which nothing is."""
    rounds = {number: round_ for number, round_ in state.rounds.items() if round_ != Round(number=number)}
    return replace(state, rounds=rounds)


def _without_ids(state):
    pairs = {
        number: sorted((pair.table, pair.players, pair.handicap, pair.komi) for pair in round_.pairs.values())
        for number, round_ in state.rounds.items()
    }
    return replace(state, rounds={}), pairs


def test_undoes_one_setting_after_a_later_change_of_another():
    was = given(*FOUR)
    komi, state = done(was, ChangeSettings(settings=replace(was.settings, komi=7.5), ruleset="aga"))
    later = replace(state.settings, rounds=9, handicap=replace(state.settings.handicap, ceiling=3))
    rounds, state = done(state, ChangeSettings(settings=later, ruleset="aga"))
    assert stands(komi, state)
    assert taken_back(komi, state).settings == replace(later, komi=was.settings.komi)
    assert taken_back(komi, state).ruleset == was.ruleset
    again, state = done(state, ChangeSettings(settings=replace(later, rounds=8), ruleset="aga"))
    assert not stands(rounds, state)
    assert stands(again, state)


def test_undoes_one_poster_line_after_a_later_change_of_another():
    was = given(*FOUR)
    named, state = done(was, ChangeDetails(details=replace(was.details, name="Other")))
    _, state = done(state, ChangeDetails(details=replace(state.details, place="Oslo")))
    assert taken_back(named, state).details == replace(was.details, place="Oslo")


def test_undo_restores_previous_limits():
    was = given(*PAIRED)
    steps, state = done(was, ChangeLimits(limits=Limits(komi=7.5, length=300), reason="announced"))
    back = taken_back(steps, state)
    assert (back.settings.komi, back.limits.turns, back.limits_number) == (was.settings.komi, None, 2)


def test_undone_entry_is_withdrawn():
    steps, state = done(given(*FOUR), EnterPlayer(entry_id="e", player_id="p", rank=0, rating=2100))
    assert taken_back(steps, state).entries["e"].withdrawn


@pytest.mark.parametrize("edit", [UnmakePair(game_id=AB), UnpairRound(round=1)], ids=["pair", "round"])
def test_undone_unpairing_restores_pairs_under_new_ids(edit):
    was = given(*PAIRED)
    steps, state = done(was, edit)
    back = taken_back(steps, state)
    assert _without_ids(back) == _without_ids(was)
    assert AB not in back.round(1).pairs


BEST = replace(paired(1, "ab", "cd"), method="matching", total=7, optimum=7, bound=7, order=tuple("abcd"))
REST = replace(paired(1, "ab"), method="matching", total=3, optimum=3, bound=3, order=tuple("ab"))


def by_hand(pair):
    black, white = pair
    return MakePair(round=1, game_id=game(2, pair), white=white, black=black, handicap=0, komi=6.5)


def paired_again(*commands):
    """Round 1 after these commands, unpaired and taken back."""
    steps, state = done(given(*FOUR, *commands), UnpairRound(round=1))
    return taken_back(steps, state).round(1)


@pytest.mark.parametrize("proved", [{"optimum": 7}, {"optimum": 0, "bound": 9, "candidates": 40}])
def test_undo_restores_the_matching(proved):
    matched = replace(BEST, **proved)
    assert MatchingFacts.facts_of(paired_again(matched)) == MatchingFacts.facts_of(matched)


@pytest.mark.parametrize(
    "commands",
    [
        [BEST, UnmakePair(game_id=AB), GiveBye(round=1, entry_id="a"), GiveBye(round=1, entry_id="b")],
        [BEST, UnmakePair(game_id=AB), UnmakePair(game_id=CD), by_hand("ac"), by_hand("bd")],
        [by_hand("cd"), REST],
        [REST, replace(REST, pairs=paired(1, "cd", first_table=2).pairs, order=tuple("cd"))],
        [by_hand("ab"), by_hand("cd")],
    ],
    ids=["byes", "other pairs", "the rest", "in parts", "by hand"],
)
def test_restored_pairs_not_from_one_matching_have_no_optimum(commands):
    was = given(*FOUR, *commands).round(1)
    round_ = paired_again(*commands)
    assert round_.met == was.met
    assert (round_.method, round_.rules, round_.order, round_.inputs_digest) == ("hand", "", (), "")
    assert (round_.total, round_.optimum, round_.bound) == (0, 0, 0)


@pytest.mark.parametrize(
    "command",
    [
        SetPresence(entry_id="a", round=1, present=False),
        WithdrawEntry(entry_id="a"),
        ChangeEntry(entry_id="a", rating=2500),
    ],
    ids=["absent", "withdrawn", "rating"],
)
def test_rejects_restoring_pairs_if_their_basis_changed(command):
    steps, state = done(given(*PAIRED), UnpairRound(round=1))
    _, state = done(state, command)
    assert not stands(steps, state)
    with pytest.raises(Refusal) as no:
        taken_back(steps, state)
    assert no.value.code == "changed_since"


def test_paired_entry_cannot_be_undone():
    steps, state = done(given(*FOUR[:3]), FOUR[3])
    _, state = done(state, paired(1, "ab", "cd"))
    assert not stands(steps, state)


def test_publication_cannot_be_undone_once_rounds_are_published():
    steps, state = done(given(*PAIRED), Publish())
    assert stands(steps, state)
    _, state = done(state, PublishRound(round=1))
    assert not stands(steps, state)


def test_undoes_one_part_of_a_round():
    was = given(*FOUR, MakePair(round=1, game_id="x", white="a", black="b", handicap=0, komi=6.5))
    steps, state = done(was, paired(1, "cd", first_table=2))
    assert set(taken_back(steps, state).round(1).pairs) == {"x"}


def test_undone_closing_reopens_the_round():
    was = given(*PAIRED, PublishRound(round=1), *(RecordResult(game_id=g, result=BLACK) for g in (AB, CD)))
    steps, state = done(was, CloseRound(round=1, at=NOON))
    assert taken_back(steps, state) == was


def test_undoing_the_second_part_of_a_round_removes_its_bye():
    was = given(*entered("abcdefg"), paired(1, "ab", "cd"))
    steps, state = done(was, paired(1, "ef", byes="g", first_table=3))
    assert (len(state.round(1).pairs), state.round(1).byes) == (3, {"g"})
    assert taken_back(steps, state).round(1).met == was.round(1).met


def test_rejects_undo_of_a_value_that_changed_again():
    steps, state = done(given(*PAIRED), SetHandicap(game_id=AB, handicap=2, komi=0.5))
    _, state = done(state, SetHandicap(game_id=AB, handicap=3, komi=0.5))
    assert not stands(steps, state)
    with pytest.raises(Refusal) as no:
        taken_back(steps, state)
    assert no.value.code == "changed_since"


def test_rejects_undo_that_would_restore_player_reports():
    was = given(*PAIRED, PublishRound(round=1), said(1, "ab", "a", WHITE))
    steps, state = done(was, ClearResult(game_id=AB))
    assert not stands(steps, state)
    with pytest.raises(Refusal) as no:
        taken_back(steps, state)
    assert no.value.code == "not_undoable"


def test_publication_of_a_round_cannot_be_undone():
    steps, state = done(given(*PAIRED), PublishRound(round=1))
    assert not stands(steps, state)


def test_rejects_undoing_a_pairing_with_results():
    steps, state = done(given(*FOUR), paired(1, "ab", "cd"))
    _, state = done(state, RecordResult(game_id=AB, result=BLACK))
    with pytest.raises(Refusal) as no:
        taken_back(steps, state)
    assert no.value.code == "round_has_results"


def test_needs_reason_once_a_round_is_paired():
    steps, state = done(given(*PAIRED), SwapColours(game_id=AB))
    with pytest.raises(Refusal) as no:
        taken_back(steps, state, reason=" ")
    assert no.value.code == "reason_required"


def test_round_returned_to_editing_is_published_again():
    was = given(*PAIRED, PublishRound(round=1))
    steps, state = done(was, UnpublishRound(round=1, reason="Eva came"))
    assert taken_back(steps, state) == was
