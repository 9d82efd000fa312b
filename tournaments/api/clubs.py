"""Club groups of one region."""

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.paging import in_one_page, page
from tournaments.api.resources import ResourceViewSet
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.reading.constraints import ClubGroupBody, club_groups_body
from tournaments.tables.rows import TournamentRow


class ClubGroupViewSet(ResourceViewSet):
    lookup_url_kwarg = "club_group_id"
    answers: ClassVar[Any] = ClubGroupBody
    operations: ClassVar = {
        "create": Operation(
            SetClubGroup,
            "make_club_group",
            title="Create a group of clubs, whose players meet later than those of distant clubs.",
        ),
        "update": Operation(
            SetClubGroup, "change_club_group", title="Change the name or the clubs of a group."
        ),
        "destroy": Operation(RemoveClubGroup, "drop_club_group"),
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
