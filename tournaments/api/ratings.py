"""What the tournament does to ratings, and why, game by game."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest import answer, not_modified
from tournaments.api.base import TournamentView
from tournaments.rating_bodies import ratings_body
from tournaments.ratings import KnownBy, TimeClass, Unrated
from tournaments.rows import TournamentRow

CLASSES = [each.value for each in TimeClass]


class RatedGameOut(serializers.Serializer[Any]):
    """``change`` = class weight x ``con`` x (``sa`` - ``se``); ``bonus`` has the weight in it too."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    opponent = serializers.UUIDField()
    opponent_name = serializers.CharField()
    opponent_rating = serializers.FloatField()
    colour = serializers.ChoiceField(["black", "white"])
    handicap = serializers.IntegerField()
    con = serializers.FloatField()
    se = serializers.FloatField()
    sa = serializers.FloatField()
    change = serializers.FloatField()
    bonus = serializers.FloatField()


class RatedOut(serializers.Serializer[Any]):
    """``after`` is never below -900. ``rank`` as entered, ``rank_after`` what the new rating stands for."""

    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    rank = serializers.CharField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    rank_after = serializers.CharField()
    change = serializers.FloatField()
    bonus = serializers.FloatField()
    games = RatedGameOut(many=True)


class LeftOutOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    why = serializers.ChoiceField([each.value for each in Unrated])


# ``class`` is no name for an attribute in Python.
RatingsOut = type(
    "RatingsOut",
    (serializers.Serializer,),
    {
        "__doc__": "``class`` null: no game is rated. ``rows``: the highest rating after the event first.",
        "tournament": serializers.SlugField(),
        "system": serializers.CharField(),
        "class": serializers.ChoiceField(CLASSES, allow_null=True),
        "class_by": serializers.ChoiceField([each.value for each in KnownBy]),
        "weight": serializers.FloatField(),
        "rows": RatedOut(many=True),
        "left_out": LeftOutOut(many=True),
    },
)


class RatingsView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="ratings",
        parameters=[
            OpenApiParameter("class", str, enum=CLASSES, description="Time class; the tournament's if absent")
        ],
        responses={200: RatingsOut, 304: None},
    )
    def get(self, request: Request, slug: str) -> Response:
        """EGF ratings before and after, with every game explained."""
        row: TournamentRow = self.tournament(slug)
        time_class = request.query_params.get("class", "")
        if "class" in request.query_params and time_class not in CLASSES:
            raise ValidationError({"class": [f"One of {', '.join(CLASSES)}."]})
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return answer(ratings_body(row, time_class, officer=self.officer(row)), version=row.version)
