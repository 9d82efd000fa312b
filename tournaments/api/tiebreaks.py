"""Placement criteria: the table of all, a tournament's list, and a change of it once who moves was seen."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView, View
from tournaments.api.setting_up import CHANGE_CRITERIA
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


class ChangedCriteriaBody(ChosenBody):
    """``difference``: who changes places, and why; null unless ``dry_run`` is true."""

    difference: MovesBody | None


class Tiebreaks(View):
    @reads("get_tiebreaks", "site.read", TiebreaksBody)
    def get(self, _request: Request) -> Response:
        """Get every criterion of placing, with its formula and its source."""
        self.allow()
        return respond_with_etag(tiebreaks_body())


class TournamentTiebreaks(TournamentView):
    """Tie-breaks in a tournament."""

    operations: ClassVar = {"PUT": CHANGE_CRITERIA}
    answers: ClassVar[Any] = ChangedCriteriaBody
    difference: MovesBody | None = None

    @reads("get_tournament_tiebreaks", "tournament.read", ChosenBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get the criteria of placing of a tournament, in order."""
        row = self.tournament(slug)
        return respond_with_etag(tournament_criteria_body(row), version=row.version)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if self.dry_run:
            asked = (values["criteria"], values.get("draw_seed"), values.get("team_criteria"))
            self.difference, _ = moves_body(row, *asked)
            values = {**values, "seen": self.difference["seen"]}
        return change_of_criteria(row, values)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        row = tournament_by_slug(row.slug)
        body = ChangedCriteriaBody(**tournament_criteria_body(row), difference=self.difference)
        return respond_with_etag(body, version=row.version, status=status)
