"""The plan of a round robin or a knock-out: seeds, rounds, bracket."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.rest.forms import TableView
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView, version_after
from tournaments.commands import PairAllRounds, pair_all_rounds
from tournaments.domain.seeds import SeedsSet, SetSeeds
from tournaments.reading.schedule_bodies import ScheduleBody, schedule_body
from tournaments.reading.sheets import csv_of, schedule_sheet
from tournaments.tables.rows import TournamentRow

GROUP = OpenApiParameter("group", str, description="Of an event with groups, which; empty for those without")


class ScheduleView(TableView, TournamentView):
    @reads("get_schedule", "tournament.read", ScheduleBody, parameters=[GROUP])
    def get(self, request: Request, slug: str) -> Response:
        """Get the schedule of a round robin or a knock-out, as far as it is drawn and published."""
        row: TournamentRow = self.tournament(slug)
        group = request.query_params.get("group")
        return self.for_reader(row, lambda officer: schedule_body(row, group, officer=officer))

    def csv(self, body: Any) -> bytes:
        return csv_of(schedule_sheet(body))


class ScheduleSeeds(TournamentView):
    """Seeds set by hand."""

    operations: ClassVar = {"PUT": Operation(SetSeeds, "set_seeds", match=True)}
    answers: ClassVar[Any] = ScheduleBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        version = version_after(row)
        set_ = [one.event.group for one in stored if isinstance(one.event, SeedsSet)]
        body = schedule_body(row, set_[0] if set_ else None, officer=True)
        return respond_with_etag(body, version=version, status=status)


class ScheduleRounds(TournamentView):
    """All rounds of a round robin."""

    operations: ClassVar = {"POST": Operation(PairAllRounds, "pair_all_rounds", match=True)}
    statuses: ClassVar = {"POST": 201}
    answers: ClassVar[Any] = ScheduleBody

    def execute(self, row: TournamentRow, command: Any, context: Context) -> list[StoredEvent]:
        return pair_all_rounds(str(row.id), command, context)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        version = version_after(row)
        place = reverse("api:schedule", args=(row.slug,))
        return respond_with_etag(
            schedule_body(row, None, officer=True), version=version, status=status, location=place
        )
