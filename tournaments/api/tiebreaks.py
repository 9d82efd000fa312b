"""Placement criteria: the table of all, a tournament's list, and a change of it once who moves was seen."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import Recorded
from games.rest.views import answer, asks, not_modified
from tournaments.api.base import TournamentView, View
from tournaments.api.standings import PlaceChangeOut
from tournaments.operations.setting_up import CHANGE_CRITERIA, criteria_fields
from tournaments.reading.queries import tournament_by_slug
from tournaments.reading.tiebreak_bodies import change_of_criteria, chosen_body, moves_body, table_body
from tournaments.tables.rows import TournamentRow


class CriterionOut(serializers.Serializer[Any]):
    """``checked``: V recomputed against published results, S read in the source, ? our choice.

    ``unit``: a stored integer divided by it is what people read.
    """

    name = serializers.CharField()
    formula = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # declared fields are taken out of the class
    checked = serializers.ChoiceField(["V", "S", "?"])
    unit = serializers.IntegerField()


class KnownCriterionOut(CriterionOut):
    also = serializers.ListField(child=serializers.CharField())


class TiebreaksOut(serializers.Serializer[Any]):
    """``generic``: names that mean the first in a Swiss, the second in a McMahon."""

    criteria = KnownCriterionOut(many=True)
    generic = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    not_done = serializers.DictField(child=serializers.CharField())


class ChosenOut(serializers.Serializer[Any]):
    tournament = serializers.SlugField()
    criteria = CriterionOut(many=True)
    draw_seed = serializers.IntegerField()


class MoveOut(PlaceChangeOut):
    """``why_before`` and ``why``: what puts the entry behind the row above it, then and now."""

    why_before = serializers.CharField()
    why = serializers.CharField()


class MovesOut(serializers.Serializer[Any]):
    """``seen``: send it with the change. ``changes``: who would have another place after ``round``."""

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    before = serializers.ListField(child=serializers.CharField())
    criteria = serializers.ListField(child=serializers.CharField())
    draw_seed = serializers.IntegerField()
    seen = serializers.CharField()
    changes = MoveOut(many=True)


Criteria = type("Criteria", (serializers.Serializer,), criteria_fields())
"""The criteria that a preview is asked about."""


class Tiebreaks(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="tiebreaks", responses=TiebreaksOut)
    def get(self, _request: Request) -> Response:
        """Every criterion with its formula and the rule that it is from."""
        self.allow()
        return answer(TiebreaksOut(table_body()).data)


class TournamentTiebreaks(TournamentView):
    """Tie-breaks in a tournament."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    operations: ClassVar = {"PUT": CHANGE_CRITERIA}
    answers: ClassVar[Any] = ChosenOut

    @extend_schema(operation_id="tournament_tiebreaks", responses={200: ChosenOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The criteria in their order."""
        row = self.tournament(slug)
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return answer(ChosenOut(chosen_body(row)).data, version=row.version)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        return change_of_criteria(row, values)

    def respond(
        self, row: TournamentRow, stored: list[Recorded], status: int, **_address: Any
    ) -> HttpResponse:
        row = tournament_by_slug(row.slug)
        return answer(ChosenOut(chosen_body(row)).data, version=row.version, status=status)


class TiebreaksPreview(TournamentView):
    """Who would change places by other criteria, and why. Writes nothing."""

    access: ClassVar[dict[str, str]] = {"POST": "whatif.read"}

    @extend_schema(operation_id="tiebreaks_preview", request=Criteria, responses=MovesOut)
    @asks
    def post(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        given = self.body(Criteria)
        body, version = moves_body(row, given["criteria"], given.get("draw_seed"))
        return answer(MovesOut(body).data, version=version)
