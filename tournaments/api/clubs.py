"""Club groups of one region."""

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
from tournaments.api.base import TournamentView
from tournaments.api.paging import in_one_page, page
from tournaments.competition.history import ClubGroup
from tournaments.domain.clubs import ClubGroupSet, RemoveClubGroup, SetClubGroup
from tournaments.loading import load
from tournaments.reading.constraints import ClubGroupBody, club_group_body, club_groups_body
from tournaments.tables.rows import TournamentRow


class ClubGroupView(TournamentView):
    """Club groups of one region."""

    answers: ClassVar[Any] = ClubGroupBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **address: Any
    ) -> HttpResponse:
        if status == 204:
            return respond_with_etag(None, status=status)
        made = [one.event.group_id for one in stored if isinstance(one.event, ClubGroupSet)]
        return _group_answer(row, str(address.get("club_group_id") or made[0]), status)


class ClubGroupList(ClubGroupView):
    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}
    operations: ClassVar = {
        "POST": Operation(
            SetClubGroup,
            "make_club_group",
            title="Create a group of clubs, whose players meet later than those of distant clubs.",
        )
    }
    statuses: ClassVar = {"POST": 201}

    @extend_schema(operation_id="list_club_groups", responses=page(ClubGroupBody))
    def get(self, request: Request, slug: str) -> Response:
        """List the groups of clubs, by name."""
        body, version = club_groups_body(self.tournament(slug))
        return in_one_page([*body["groups"]], version)


class ClubGroupDetail(ClubGroupView):
    """One group of clubs."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}
    operations: ClassVar = {
        "PUT": Operation(SetClubGroup, "change_club_group", title="Change the name or the clubs of a group."),
        "DELETE": Operation(RemoveClubGroup, "drop_club_group"),
    }
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="get_club_group", responses=ClubGroupBody)
    def get(self, request: Request, slug: str, club_group_id: UUID) -> Response:
        """Get a group of clubs."""
        return _group_answer(self.tournament(slug), str(club_group_id))

    def find(self, slug: str, **address: Any) -> TournamentRow:
        row = self.tournament(slug)
        if self.request.method == "PUT":
            _group(row, str(address["club_group_id"]))
        return row


def _group(row: TournamentRow, group_id: str) -> tuple[ClubGroup, int]:
    state, version = load(str(row.id))
    group = state.club_groups.get(group_id)
    if group is None:
        raise Http404
    return group, version


def _group_answer(row: TournamentRow, group_id: str, status: int = 200) -> Response:
    group, version = _group(row, group_id)
    place = reverse("api:club-group", args=(row.slug, group_id))
    return respond_with_etag(club_group_body(group), version=version, status=status, location=place)
