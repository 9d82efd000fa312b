"""Pairing constraints, and tables numbered anew, taken back."""

from uuid import UUID

import pytest

from tests.tournaments.build import after, entered, given, paired, shown
from tests.tournaments.deciding.test_undoing import done, taken_back
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.deciding.editing import PinPair, RenumberTables, UnpublishRound
from tournaments.deciding.meetings import DropMeetingGroup, SetMeetingGroup
from tournaments.deciding.taking_back import take_back_of
from tournaments.deciding.wishes import AskForBye, PinPlayer

FOUR = [*entered("abcd")]
FAMILY = SetMeetingGroup(
    group_id="g", kind=MeetingKind.MUST_NOT, of=MeetingOf.FAMILY, members=frozenset("ab")
)
PAIRED = [*FOUR, paired(1, "ab", "cd", first_table=5)]
EDITS = [
    (FOUR, FAMILY),
    (
        [*FOUR, FAMILY],
        SetMeetingGroup(group_id="g", kind=MeetingKind.MUST, of=FAMILY.of, members=FAMILY.members),
    ),
    ([*FOUR, FAMILY], DropMeetingGroup(group_id="g")),
    (FOUR, AskForBye(entry_id="a", round=1)),
    ([*FOUR, AskForBye(entry_id="a", round=1)], AskForBye(entry_id="a", round=1, wanted=False)),
    (FOUR, PinPlayer(entry_id="a", table=7)),
    (PAIRED, PinPair(game_id="1ab")),
    (PAIRED, RenumberTables(round=1)),
    ([*PAIRED, shown(1)], UnpublishRound(round=1, reason="Eva came")),
]


@pytest.mark.parametrize(("before", "edit"), EDITS, ids=lambda value: type(value).__name__)
def test_it_leaves_what_was_there_and_can_be_done_again(before, edit):
    was = given(*before)
    steps, state = done(was, edit)
    assert state == after(was, edit) != was
    assert taken_back(steps, state) == was
    back, now = done(state, take_back_of(steps, UUID(int=7), "by mistake"))
    if not isinstance(edit, UnpublishRound):  # publishing is no edit that is taken back
        assert taken_back(back, now) == state
