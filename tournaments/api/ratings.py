"""What the tournament does to ratings, and why, game by game."""

from collections.abc import Iterable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import answer
from tournaments.api.base import TournamentView, View
from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import KnownBy, Scale, TimeClass, Unrated, rank_of, rating_of
from tournaments.reading.rating_bodies import ratings_body
from tournaments.tables.rows import TournamentRow

LARGEST_RATING = 10_000
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


class RankOut(serializers.Serializer[Any]):
    """``value``: 1 dan = 0. ``egf``, ``ffg``, ``aga``: ratings in the middle of the rank."""

    rank = serializers.CharField()
    value = serializers.IntegerField()
    egf = serializers.FloatField()
    ffg = serializers.FloatField()
    aga = serializers.FloatField()


class RanksOut(serializers.Serializer[Any]):
    """``ranks``: all, or the one that ``rating`` stands for."""

    ranks = RankOut(many=True)


class Ranks(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(
        operation_id="ranks",
        parameters=[
            OpenApiParameter("rating", float, description="Only the rank that this rating stands for"),
            OpenApiParameter(
                "scale", str, enum=[each.value for each in Scale], description="Of it; else egf"
            ),
        ],
        responses=RanksOut,
    )
    def get(self, request: Request) -> Response:
        """Ranks with their ratings by three federations, and the way back from a rating."""
        self.allow()
        ranks: Iterable[int] = range(LOWEST_RANK, HIGHEST_RANK + 1)
        if "rating" in request.query_params:
            ranks = [_rank_asked(request)]
        return answer(RanksOut({"ranks": [_rank(rank) for rank in ranks]}).data)


def _rank_asked(request: Request) -> int:
    """Raises ValidationError, with a place."""
    scale = request.query_params.get("scale", Scale.EGF.value)
    if scale not in list(Scale):
        raise ValidationError({"scale": [f"One of {', '.join(Scale)}."]})
    try:
        return rank_of(_rating(request.query_params["rating"]), Scale(scale))
    except ValueError as fault:
        raise ValidationError({"rating": [str(fault)]}) from fault


def _rating(written: str) -> float:
    """Raises ValueError."""
    rating = float(written[:20])
    if not abs(rating) < LARGEST_RATING:  # as for what is no number at all
        raise ValueError(f"A rating between -{LARGEST_RATING} and {LARGEST_RATING}.")
    return rating


def _rank(rank: int) -> dict[str, Any]:
    return {
        "rank": format_rank(rank),
        "value": rank,
        **{scale.value: rating_of(rank, scale) for scale in Scale},
    }


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
        return self.for_reader(row, lambda officer: ratings_body(row, time_class, officer=officer))
