"""Prizes: named views of the standings, each with its rule and what is not known for it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.forms import TableView
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView, query_int
from tournaments.competition.standings.prizes import PrizeChoices
from tournaments.reading.prize_bodies import PrizesBody, prizes_body, prizes_csv

MOST = 99
PARAMETERS = [
    OpenApiParameter("round", int, description="After which round; the last played if absent"),
    OpenApiParameter("group", str, description="Of one group alone; of everybody if absent"),
    OpenApiParameter("first", int, default=3, description="How many places have a prize, 1 to 99"),
    OpenApiParameter("youth", int, default=18, description="The age at which youth ends, 1 to 99"),
]


class PrizesView(TableView, TournamentView):
    """People's names and years change without the tournament, so there is no ETag of its version."""

    @reads("get_prizes", "tournament.read", PrizesBody, parameters=PARAMETERS)
    def get(self, request: Request, slug: str) -> Response:
        """Get the prizes: by category, best kyu, youth, women, clubs, countries, greatest rise."""
        row = self.tournament(slug)
        first = query_int(request, "first", low=1, high=MOST)
        youth = query_int(request, "youth", low=1, high=MOST)
        body = prizes_body(
            row,
            query_int(request, "round", low=0, high=40),
            PrizeChoices(first=first or PrizeChoices().first, youth=youth or PrizeChoices().youth),
            officer=self.officer(row),
            group=request.query_params.get("group"),
            personal=may(actor_of(request.user), "people.read", tournament_subject(row)),
        )
        return respond_with_etag(body)

    def csv(self, body: Any) -> bytes:
        return prizes_csv(body)
