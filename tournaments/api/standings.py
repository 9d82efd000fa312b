"""Standings after any round, today or as the log told them at any position, and what changed in between."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.forms import TableView
from games.rest.heads import with_checkpoint
from tournaments.api.base import TournamentView, query_int
from tournaments.reading.bodies import StandingsBody, standings_body
from tournaments.reading.officiating import ChangesBody, changes_body
from tournaments.reading.past_states import LARGEST_POSITION, parse_position
from tournaments.reading.sheets import cross_sheet, csv_of, standings_sheet
from tournaments.tables.rows import TournamentRow

PARAMETERS = [
    OpenApiParameter("round", int, description="0 or a round that is published; the last played if absent"),
    OpenApiParameter("at", str, description="A position of the log, or a time (ISO 8601); now if absent"),
    OpenApiParameter("group", str, description="Of one group alone; of everybody if absent"),
]


class StandingsView(TableView, TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="get_standings", parameters=PARAMETERS, responses={200: StandingsBody, 304: None}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings after a round, now or at a past moment."""
        return self.standings(request, slug)

    def csv(self, body: Any) -> bytes:
        return csv_of(standings_sheet(body))

    def standings(self, request: Request, slug: str) -> Response:
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_asked(request, row)
        group = request.query_params.get("group")
        answer = self.for_reader(
            row, lambda officer: standings_body(row, number, at, officer=officer, group=group)
        )
        return with_checkpoint(answer)


class CrossTable(StandingsView):
    @extend_schema(
        operation_id="get_cross_table", parameters=PARAMETERS, responses={200: StandingsBody, 304: None}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get the cross table, as JSON with the cells of each round, as CSV with a column for each."""
        return self.standings(request, slug)

    def csv(self, body: Any) -> bytes:
        return csv_of(cross_sheet(body))


def position_asked(request: Request, row: TournamentRow) -> int | None:
    """``?at=`` of the address; raises ValidationError for no such moment."""
    said = request.query_params.get("at")
    try:
        return None if said is None else parse_position(row, said)
    except ValueError as fault:
        raise ValidationError({"query:at": [str(fault)]}) from fault


class StandingsChanges(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="get_standings_changes",
        parameters=[
            OpenApiParameter("since", int, required=True, description="A position of the log"),
            OpenApiParameter("until", int, description="A later position; now if absent"),
            OpenApiParameter("round", int, description="After which round; the last played if absent"),
        ],
        responses={200: ChangesBody, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get which places and scores changed since a position of the log."""
        row: TournamentRow = self.tournament(slug)
        since = query_int(request, "since", low=0, high=LARGEST_POSITION)
        if since is None:
            raise ValidationError({"query:since": ["Name a position of the log."]})
        until = query_int(request, "until", low=since, high=LARGEST_POSITION)
        number = query_int(request, "round", low=0, high=40)
        return self.for_reader(row, lambda officer: changes_body(row, since, until, number, officer=officer))
