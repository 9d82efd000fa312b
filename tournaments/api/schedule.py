"""The plan of a round robin or a knock-out: seeds, rounds, bracket."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import TournamentView
from tournaments.reading.schedule_bodies import ScheduleBody, schedule_body
from tournaments.tables.rows import TournamentRow

GROUP = OpenApiParameter("group", str, description="Of an event with groups, which; empty for those without")


class ScheduleView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(operation_id="schedule", parameters=[GROUP], responses={200: ScheduleBody, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The plan of a round robin or a knock-out, as far as it is drawn and published."""
        row: TournamentRow = self.tournament(slug)
        group = request.query_params.get("group")
        return self.for_reader(row, lambda officer: schedule_body(row, group, officer=officer))
