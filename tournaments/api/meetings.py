"""Pairing constraints over REST: groups that must or must not meet, byes asked for, pinned tables."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.operations import Operation
from games.rest.views import respond_with_etag
from tournaments.access.actors import entry_subject, tournament_subject
from tournaments.api.base import TournamentView
from tournaments.api.paging import in_one_page, page
from tournaments.competition.history import MeetingGroup
from tournaments.domain.byes import RequestBye
from tournaments.domain.meetings import MeetingGroupSet, RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.tables import PinPlayer
from tournaments.loading import load
from tournaments.reading.constraints import (
    ConstraintsBody,
    EntryConstraintBody,
    MeetingBody,
    constraints_body,
    entry_constraint_body,
    meeting_group_body,
)
from tournaments.reading.queries import entry_names, tournament_by_slug
from tournaments.tables.rows import EntryRow, TournamentRow


class Wishes(TournamentView):
    """All pairing constraints."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}

    @extend_schema(operation_id="get_wishes", responses=ConstraintsBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get all pairing constraints: who must or must not meet, byes asked for, pinned tables."""
        body, version = constraints_body(self.tournament(slug))
        return respond_with_etag(body, version=version)


class MeetingView(TournamentView):
    """Groups of whom any two must, or must not, meet."""

    answers: ClassVar[Any] = MeetingBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        if status == 204:
            return respond_with_etag(None, status=status)
        made = [one.event.group_id for one in stored if isinstance(one.event, MeetingGroupSet)]
        return _group_answer(row, str(address.get("group_id") or made[0]), status)


class MeetingList(MeetingView):
    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}
    operations: ClassVar = {
        "POST": Operation(
            SetMeetingGroup,
            "make_meeting_group",
            title="Create a group of players who must, or must not, meet.",
        )
    }
    statuses: ClassVar = {"POST": 201}

    @extend_schema(operation_id="list_meeting_groups", responses=page(MeetingBody))
    def get(self, request: Request, slug: str) -> Response:
        """List the groups of players who must, or must not, meet."""
        body, version = constraints_body(self.tournament(slug))
        return in_one_page([*body["meetings"]], version)


class MeetingDetail(MeetingView):
    """One of these groups."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}
    operations: ClassVar = {
        "PUT": Operation(
            SetMeetingGroup,
            "change_meeting_group",
            title="Change which players must, or must not, meet, and in which rounds.",
        ),
        "DELETE": Operation(RemoveMeetingGroup, "drop_meeting_group"),
    }
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="get_meeting_group", responses=MeetingBody)
    def get(self, request: Request, slug: str, group_id: UUID) -> Response:
        """Get a group of players who must, or must not, meet."""
        return _group_answer(self.tournament(slug), str(group_id))

    def find(self, slug: str, **address: Any) -> TournamentRow:
        row = self.tournament(slug)
        if self.request.method == "PUT":
            _group(row, str(address["group_id"]))
        return row


def _group(row: TournamentRow, group_id: str) -> tuple[MeetingGroup, int]:
    state, version = load(str(row.id))
    group = state.meetings.get(group_id)
    if group is None:
        raise Http404
    return group, version


def _group_answer(row: TournamentRow, group_id: str, status: int = 200) -> Response:
    group, version = _group(row, group_id)
    place = reverse("api:meeting", args=(row.slug, group_id))
    return respond_with_etag(
        meeting_group_body(group, entry_names(row)), version=version, status=status, location=place
    )


class WishView(TournamentView):
    """What a player, or an officer for them, asks of pairings."""

    answers: ClassVar[Any] = EntryConstraintBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        state, version = load(str(row.id))
        entry = state.entries[str(address["entry_id"])]
        return respond_with_etag(
            entry_constraint_body(entry, entry_names(row)), version=version, status=status
        )


class EntryBye(WishView):
    """The player asks for the bye of a round (PUT), or does not any more (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(
            RequestBye,
            "ask_for_bye",
            title="Request the bye of a round for a player.",
            fixed={"wanted": True},
        ),
        "DELETE": Operation(
            RequestBye,
            "withdraw_bye_request",
            title="Withdraw the request for the bye of a round.",
            fixed={"wanted": False},
        ),
    }

    def find(self, slug: str, **address: Any) -> TournamentRow:
        """Players may ask for themselves."""
        row = tournament_by_slug(slug)
        entry = EntryRow.objects.filter(tournament=row, pk=address["entry_id"]).first()
        subject = entry_subject(row, entry) if entry else tournament_subject(row)
        self.allow(subject, seen=self._sees(tournament_subject(row)))
        return row


class EntryTable(WishView):
    """The player's games are at one table (PUT), or anywhere (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(PinPlayer, "pin_player"),
        "DELETE": Operation(
            PinPlayer, "unpin_player", title="Unpin a player from a table.", fixed={"table": 0}
        ),
    }
