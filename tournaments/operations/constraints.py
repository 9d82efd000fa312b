"""Pairing constraints: who must or must not meet, byes asked for, pinned tables, clubs of one region."""

from typing import Any

from rest_framework import serializers

from games.rest.fields import EnumField, IdField, TupleField
from games.rest.operations import AnyField, Operation, new_id
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.competition.settings import MOST_ROUNDS
from tournaments.domain.byes import RequestBye
from tournaments.domain.clubs import (
    LONGEST_CLUB,
    LONGEST_CLUB_GROUP,
    MOST_CLUBS,
    RemoveClubGroup,
    SetClubGroup,
)
from tournaments.domain.meetings import MOST_MEMBERS, RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.tables import MOST_TABLES, PinPlayer
from tournaments.operations.fields import NameField, TableField

ONCE_PAIRED = "once a round is paired"


def from_two_to(most: int, what: str, child: AnyField) -> TupleField:
    """A list of two or more."""
    wrong: dict[str, Any] = dict.fromkeys(
        ("min_length", "max_length", "empty", "required"), f"2 to {most} {what}"
    )
    return TupleField(child=child, min_length=2, max_length=most, error_messages=wrong)


MEETING: dict[str, AnyField] = {
    "rule": EnumField(MeetingKind, error_messages={"invalid_choice": "Must they meet, or must they not?"}),
    "of": EnumField(MeetingOf, required=False, default=MeetingOf.BY_HAND),
    "members": from_two_to(MOST_MEMBERS, "players", IdField()),
    "rounds": TupleField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS),
        required=False,
        default=list,
        max_length=MOST_ROUNDS,
    ),
}
CLUB_GROUP: dict[str, AnyField] = {
    "name": NameField(max_length=LONGEST_CLUB_GROUP),
    "clubs": from_two_to(MOST_CLUBS, "clubs", NameField(max_length=LONGEST_CLUB)),
}


def as_meeting_group(values: dict[str, Any]) -> dict[str, Any]:
    """Members and rounds without order; ``rule`` is the group's kind."""
    group = {**values, "members": frozenset(values["members"]), "rounds": frozenset(values["rounds"])}
    return {"kind": group.pop("rule"), **group}


def as_club_group(values: dict[str, Any]) -> dict[str, Any]:
    """Clubs without order."""
    return {**values, "clubs": frozenset(values["clubs"])}


MAKE_MEETING_GROUP = Operation(
    id="make_meeting_group",
    title="Make a group of players who must, or must not, meet.",
    command=SetMeetingGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields=MEETING,
    prepare=as_meeting_group,
    derived={"group_id": new_id("meeting")},
    notes="``members``: entries; ``of``: who they are to each other.",
)
CHANGE_MEETING_GROUP = Operation(
    id="change_meeting_group",
    title="Change who must, or must not, meet, and in which rounds.",
    command=SetMeetingGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields=MEETING,
    prepare=as_meeting_group,
    notes=MAKE_MEETING_GROUP.notes,
)
DROP_MEETING_GROUP = Operation(
    id="drop_meeting_group",
    title="Delete a group of players who must, or must not, meet.",
    command=RemoveMeetingGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
)
ASK_FOR_BYE = Operation(
    id="ask_for_bye",
    title="Ask for the bye of a round; among those with the fewest byes, one who asked gets it.",
    command=RequestBye,
    right="bye.ask",
)
DO_NOT_ASK_FOR_BYE = Operation(
    id="withdraw_bye_request",
    title="Withdraw the request for the bye of a round.",
    command=RequestBye,
    right="bye.ask",
    fixed={"wanted": False},
)
PIN_PLAYER = Operation(
    id="pin_player",
    title="Pin a player to a table.",
    command=PinPlayer,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields={"table": TableField(min_value=1, max_value=MOST_TABLES)},
)
UNPIN_PLAYER = Operation(
    id="unpin_player",
    title="Unpin a player from a table.",
    command=PinPlayer,
    right="entry.change",
    reason=ONCE_PAIRED,
    fixed={"table": 0},
)
MAKE_CLUB_GROUP = Operation(
    id="make_club_group",
    title="Make a group of clubs, whose players meet later than those of distant clubs.",
    command=SetClubGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields=CLUB_GROUP,
    prepare=as_club_group,
    derived={"group_id": new_id("club-group")},
    notes="``clubs``: as players have them, in whatever case.",
)
CHANGE_CLUB_GROUP = Operation(
    id="change_club_group",
    title="Change the name or the clubs of a group.",
    command=SetClubGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
    fields=CLUB_GROUP,
    prepare=as_club_group,
    notes=MAKE_CLUB_GROUP.notes,
)
DROP_CLUB_GROUP = Operation(
    id="drop_club_group",
    title="Delete a group of clubs.",
    command=RemoveClubGroup,
    right="entry.change",
    reason=ONCE_PAIRED,
)
