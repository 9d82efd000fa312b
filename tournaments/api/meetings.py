"""Pairing constraints: groups that must or must not meet, those of clubs, byes asked for, pinned tables."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.bodies import page
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.paging import in_one_page
from tournaments.access.actors import entry_subject, tournament_subject
from tournaments.api.base import TournamentView
from tournaments.api.resources import ResourceViewSet, ViewSet
from tournaments.domain.byes import RequestBye
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.tables import PinPlayer
from tournaments.loading import load
from tournaments.reading.constraints import (
    ClubGroupBody,
    ConstraintsBody,
    EntryConstraintBody,
    MeetingBody,
    club_groups_body,
    constraints_body,
    entry_constraint_body,
)
from tournaments.reading.queries import entry_names, tournament_by_slug
from tournaments.tables.rows import EntryRow, TournamentRow


class Wishes(TournamentView):
    """All pairing constraints."""

    @reads("get_wishes", "entry.check_in", ConstraintsBody)
    def get(self, request: Request, slug: str) -> ConstraintsBody:
        """Get all pairing constraints: who must or must not meet, byes asked for, pinned tables."""
        body, self.version = constraints_body(self.tournament(slug))
        return body


class MeetingViewSet(ResourceViewSet):
    """Groups of whom any two must, or must not, meet."""

    lookup_url_kwarg = "group_id"
    answers: ClassVar[Any] = MeetingBody
    operations: ClassVar = {
        "create": Operation(
            SetMeetingGroup,
            "make_meeting_group",
            status=201,
            title="Create a group of players who must, or must not, meet.",
        ),
        "update": Operation(
            SetMeetingGroup,
            "change_meeting_group",
            title="Change which players must, or must not, meet, and in which rounds.",
        ),
        "destroy": Operation(RemoveMeetingGroup, "drop_meeting_group", status=204),
    }

    @reads("list_meeting_groups", "entry.check_in", page(MeetingBody))
    def list(self, request: Request, slug: str) -> Response:
        """List the groups of players who must, or must not, meet."""
        return in_one_page(*self.find_all(self.tournament(slug)))

    @reads("get_meeting_group", "entry.check_in", MeetingBody)
    def retrieve(self, request: Request, slug: str, group_id: UUID) -> Response:
        """Get a group of players who must, or must not, meet."""
        return self.respond_with(self.tournament(slug), group_id)

    def find_all(self, row: TournamentRow) -> tuple[Sequence[Any], int]:
        body, version = constraints_body(row)
        return body["meetings"], version


class EntryWishes(ViewSet, TournamentView):
    """What a player, or an officer for them, asks of pairings."""

    lookup_url_kwarg = "entry_id"
    answers: ClassVar[Any] = EntryConstraintBody
    operations: ClassVar = {
        "PUT byes/<int:number>": Operation(
            RequestBye,
            "ask_for_bye",
            title="Request the bye of a round for a player.",
            fixed={"wanted": True},
        ),
        "DELETE byes/<int:number>": Operation(
            RequestBye,
            "withdraw_bye_request",
            title="Withdraw the request for the bye of a round.",
            fixed={"wanted": False},
        ),
        "PUT table": Operation(PinPlayer, "pin_player"),
        "DELETE table": Operation(
            PinPlayer, "unpin_player", title="Unpin a player from a table.", fixed={"table": 0}
        ),
    }

    def find(self, slug: str, **address: Any) -> TournamentRow:
        """Players may ask for byes themselves."""
        if self.right != RequestBye.right:
            return self.tournament(slug)
        row = tournament_by_slug(slug)
        self.streams = (str(row.id),)
        entry = EntryRow.objects.filter(tournament=row, pk=address["entry_id"]).first()
        subject = entry_subject(row, entry) if entry else tournament_subject(row)
        self.allow(subject, seen=self._sees(tournament_subject(row)))
        return row

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> Any:
        state, _ = load(str(row.id))
        return entry_constraint_body(state.entries[str(address["entry_id"])], entry_names(row))


class ClubGroupViewSet(ResourceViewSet):
    """Club groups of one region."""

    lookup_url_kwarg = "club_group_id"
    answers: ClassVar[Any] = ClubGroupBody
    operations: ClassVar = {
        "create": Operation(
            SetClubGroup,
            "make_club_group",
            status=201,
            title="Create a group of clubs, whose players meet later than those of distant clubs.",
        ),
        "update": Operation(
            SetClubGroup, "change_club_group", title="Change the name or the clubs of a group."
        ),
        "destroy": Operation(RemoveClubGroup, "drop_club_group", status=204),
    }

    @reads("list_club_groups", "entry.check_in", page(ClubGroupBody))
    def list(self, request: Request, slug: str) -> Response:
        """List the groups of clubs, by name."""
        return in_one_page(*self.find_all(self.tournament(slug)))

    @reads("get_club_group", "entry.check_in", ClubGroupBody)
    def retrieve(self, request: Request, slug: str, club_group_id: UUID) -> Response:
        """Get a group of clubs."""
        return self.respond_with(self.tournament(slug), club_group_id)

    def find_all(self, row: TournamentRow) -> tuple[Sequence[Any], int]:
        body, version = club_groups_body(row)
        return body["groups"], version
