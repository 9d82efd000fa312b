"""Placement criteria: the table of all, a tournament's list, and a change of it once who moves was seen."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import LONGEST_REASON
from games.rest.views import answer, asks, not_modified, writes
from tournaments.api.base import TournamentView, View
from tournaments.api.standings import PlaceChangeOut
from tournaments.deciding.setting_up import MOST_CRITERIA, ChangeSettings
from tournaments.reading.queries import settings_of, tournament_by_slug
from tournaments.reading.tiebreak_bodies import chosen_body, moves_body, placed_by, table_body

LARGEST_SEED = 2**53 - 1


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


class CriteriaIn(serializers.Serializer[Any]):
    criteria = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=MOST_CRITERIA
    )
    draw_seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_SEED)


class CriteriaChangeIn(CriteriaIn):
    """``reason`` and ``seen`` (of the preview) are needed once a round is paired."""

    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)
    seen = serializers.CharField(max_length=64, required=False, allow_blank=True)


class Tiebreaks(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="tiebreaks", responses=TiebreaksOut)
    def get(self, _request: Request) -> Response:
        """Every criterion with its formula and the rule that it is from."""
        self.allow()
        return answer(TiebreaksOut(table_body()).data)


class TournamentTiebreaks(TournamentView):
    """What decides places in a tournament."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "PUT": "tournament.change"}

    @extend_schema(operation_id="tournament_tiebreaks", responses={200: ChosenOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The criteria in their order."""
        row = self.tournament(slug)
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return answer(ChosenOut(chosen_body(row)).data, version=row.version)

    @extend_schema(operation_id="tournament_tiebreaks_change", request=CriteriaChangeIn, responses=ChosenOut)
    @writes(match=True)
    def put(self, request: Request, slug: str) -> Response:
        """Choose other criteria; once a round is paired, after the preview and with a reason."""
        row = self.tournament(slug)
        given = self.body(CriteriaChangeIn)
        command = ChangeSettings(
            settings=placed_by(settings_of(row), given["criteria"], given.get("draw_seed")),
            ruleset=row.ruleset,
            reason=given.get("reason", ""),
            seen=given.get("seen", ""),
        )
        self.carry_out(row, command)
        row = tournament_by_slug(slug)
        return answer(ChosenOut(chosen_body(row)).data, version=row.version)


class TiebreaksPreview(TournamentView):
    """Who would move by other criteria, and why. Writes nothing."""

    access: ClassVar[dict[str, str]] = {"POST": "whatif.read"}

    @extend_schema(operation_id="tiebreaks_preview", request=CriteriaIn, responses=MovesOut)
    @asks
    def post(self, request: Request, slug: str) -> Response:
        row = self.tournament(slug)
        given = self.body(CriteriaIn)
        body, version = moves_body(row, given["criteria"], given.get("draw_seed"))
        return answer(MovesOut(body).data, version=version)
