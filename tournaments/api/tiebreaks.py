"""Placement criteria: the table of all, a tournament's list, and a change of it once who moves was seen."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.views import asks, respond_with_etag
from tournaments.api.base import TournamentView, View
from tournaments.api.setting_up import CHANGE_CRITERIA, criteria_fields
from tournaments.reading.queries import tournament_by_slug
from tournaments.reading.tiebreak_bodies import (
    ChosenBody,
    MovesBody,
    TiebreaksBody,
    change_of_criteria,
    moves_body,
    tiebreaks_body,
    tournament_criteria_body,
)
from tournaments.tables.rows import TournamentRow

Criteria = type("Criteria", (serializers.Serializer,), criteria_fields())
"""The criteria that a preview is asked about."""


class Tiebreaks(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="get_tiebreaks", responses=TiebreaksBody)
    def get(self, _request: Request) -> Response:
        """Get every criterion of placing, with its formula and its source."""
        self.allow()
        return respond_with_etag(tiebreaks_body())


class TournamentTiebreaks(TournamentView):
    """Tie-breaks in a tournament."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {"PUT": CHANGE_CRITERIA}
    answers: ClassVar[Any] = ChosenBody

    @extend_schema(operation_id="get_tournament_tiebreaks", responses={200: ChosenBody, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """Get the criteria of placing of a tournament, in order."""
        row = self.tournament(slug)
        return respond_with_etag(tournament_criteria_body(row), version=row.version)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return change_of_criteria(row, values)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        row = tournament_by_slug(row.slug)
        return respond_with_etag(tournament_criteria_body(row), version=row.version, status=status)


class TiebreaksPreview(TournamentView):
    access: ClassVar[dict[str, str]] = {"POST": "whatif.read"}

    @extend_schema(operation_id="preview_tiebreaks", request=Criteria, responses=MovesBody)
    @asks
    def post(self, request: Request, slug: str) -> Response:
        """Preview who would change places by other criteria, and why.

        Nothing is stored.
        """
        row = self.tournament(slug)
        given = self.body(Criteria)
        body, version = moves_body(row, given["criteria"], given.get("draw_seed"), given.get("team_criteria"))
        return respond_with_etag(body, version=version)
