"""Standings after any round, today or as the log told them at any position, and what changed in between."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import TournamentView, query_int
from tournaments.reading.bodies import standings_body
from tournaments.reading.log_positions import LARGEST_POSITION, position_of
from tournaments.reading.officiating import changes_body
from tournaments.tables.rows import TournamentRow


class StandingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    rank = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    scores = serializers.DictField(child=serializers.FloatField())
    games = serializers.ListField(child=serializers.CharField())
    why = serializers.CharField()


class StandingsOut(serializers.Serializer[Any]):
    """``games``: a cell a round, "12+/w3" as in EGD files. ``why``: what puts the row below the one above.

    ``group`` is null for all together, ``groups`` are those there are: [""] where the event has none.
    """

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    at = serializers.IntegerField(allow_null=True)
    group = serializers.CharField(allow_null=True, allow_blank=True)
    groups = serializers.ListField(child=serializers.CharField(allow_blank=True))
    criteria = serializers.ListField(child=serializers.CharField())
    rows = StandingOut(many=True)


class StandingsView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="standings",
        parameters=[
            OpenApiParameter(
                "round", int, description="0 or a round that is published; the last played if absent"
            ),
            OpenApiParameter(
                "at", str, description="A position of the log, or a time (ISO 8601); now if absent"
            ),
            OpenApiParameter("group", str, description="Of one group alone; of everybody if absent"),
        ],
        responses={200: StandingsOut, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The standings after a round, now or as they once were."""
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_asked(request, row)
        group = request.query_params.get("group")
        return self.for_reader(
            row, lambda officer: standings_body(row, number, at, officer=officer, group=group)
        )


def position_asked(request: Request, row: TournamentRow) -> int | None:
    """``?at=`` of the address; raises ValidationError for no such moment."""
    said = request.query_params.get("at")
    try:
        return None if said is None else position_of(row, said)
    except ValueError as fault:
        raise ValidationError({"at": [str(fault)]}) from fault


class ScoreChangeOut(serializers.Serializer[Any]):
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class PlaceChangeOut(serializers.Serializer[Any]):
    """``place_before`` is null for who entered since; ``scores`` are those that changed."""

    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    place_before = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField()
    scores = serializers.DictField(child=ScoreChangeOut())


class ChangesOut(serializers.Serializer[Any]):
    """``since`` and ``until``: the tournament's last events at those positions; ``version``: at ``until``.

    ``corrected``: rounds that were paired on results which were corrected afterwards.
    """

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    since = serializers.IntegerField()
    until = serializers.IntegerField()
    version = serializers.IntegerField()
    corrected = serializers.ListField(child=serializers.IntegerField())
    changes = PlaceChangeOut(many=True)


class StandingsChanges(TournamentView):
    """Changes in placing since a position of the log, and whose scores are others."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="standings_changes",
        parameters=[
            OpenApiParameter("since", int, required=True, description="A position of the log"),
            OpenApiParameter("until", int, description="A later position; now if absent"),
            OpenApiParameter("round", int, description="After which round; the last played if absent"),
        ],
        responses={200: ChangesOut, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        row: TournamentRow = self.tournament(slug)
        since = query_int(request, "since", low=0, high=LARGEST_POSITION)
        if since is None:
            raise ValidationError({"since": ["Name a position of the log."]})
        until = query_int(request, "until", low=since, high=LARGEST_POSITION)
        number = query_int(request, "round", low=0, high=40)
        return self.for_reader(row, lambda officer: changes_body(row, since, until, number, officer=officer))
