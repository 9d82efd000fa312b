"""Club groups of one region."""

from collections.abc import Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_view

from games.rest.operations import Operation
from tournaments.api.paging import page
from tournaments.api.resources import ResourceViewSet
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.reading.constraints import ClubGroupBody, club_groups_body
from tournaments.tables.rows import TournamentRow


@extend_schema_view(
    list=extend_schema(
        operation_id="list_club_groups",
        description="List the groups of clubs, by name.",
        responses=page(ClubGroupBody),
    ),
    retrieve=extend_schema(
        operation_id="get_club_group", description="Get a group of clubs.", responses=ClubGroupBody
    ),
)
class ClubGroupViewSet(ResourceViewSet):
    lookup_url_kwarg = "club_group_id"
    answers: ClassVar[Any] = ClubGroupBody
    access: ClassVar[dict[str, str]] = {"list": "entry.check_in", "retrieve": "entry.check_in"}
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

    def find_all(self, row: TournamentRow) -> tuple[Sequence[Any], int]:
        body, version = club_groups_body(row)
        return body["groups"], version
