"""What the tournament does to ratings, and why, game by game."""

from collections.abc import Iterable
from typing import Any, TypedDict

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.rest.bodies import RankText
from games.rest.forms import TableView
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView, View, query_int
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import Scale, TimeClass, rank_of, rating_of
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.reading.paging import part_after
from tournaments.reading.rating_bodies import RatingsBody, ratings_body
from tournaments.reading.sheets import csv_of, ratings_sheet
from tournaments.tables.rows import TournamentRow

LARGEST_RATING = 10_000
MOST_ROWS = 200
CLASSES = [each.value for each in TimeClass]


class RankBody(TypedDict):
    """``value``: 1 dan = 0. ``egf``, ``ffg``, ``aga``: ratings in the middle of the rank."""

    rank: RankText
    value: int
    egf: float
    ffg: float
    aga: float


class RanksBody(TypedDict):
    """``results``: all ranks, or the one that ``rating`` stands for."""

    results: list[RankBody]


class Ranks(View):
    @reads(
        "list_ranks",
        "site.read",
        RanksBody,
        parameters=[
            OpenApiParameter("rating", float, description="Only the rank that this rating stands for"),
            OpenApiParameter(
                "scale", str, enum=[each.value for each in Scale], description="Of it; else egf"
            ),
        ],
    )
    def get(self, request: Request) -> Response:
        """Get the ratings of three federations for each rank, or the rank for a rating."""
        self.allow()
        ranks: Iterable[int] = range(LOWEST_RANK, HIGHEST_RANK + 1)
        scale = _requested_scale(request)
        if "rating" in request.query_params:
            ranks = [_requested_rank(request, scale)]
        body: RanksBody = {"results": [rank_body(rank) for rank in ranks]}
        return respond_with_etag(body)


def _requested_scale(request: Request) -> Scale:
    """Return the scale of the rating. Raises ValidationError, with a place."""
    scale = request.query_params.get("scale", Scale.EGF.value)
    if scale not in list(Scale):
        raise ValidationError({"query:scale": [f"One of {', '.join(Scale)}."]})
    return Scale(scale)


def _requested_rank(request: Request, scale: Scale) -> int:
    """Return the rank that the rating stands for. Raises ValidationError, with a place."""
    try:
        return rank_of(_rating(request.query_params["rating"]), scale)
    except ValueError as fault:
        raise ValidationError({"query:rating": [str(fault)]}) from fault


def _rating(written: str) -> float:
    """Raises ValueError."""
    rating = float(written[:20])
    if not abs(rating) < LARGEST_RATING:  # as for what is no number at all
        raise ValueError(f"A rating between -{LARGEST_RATING} and {LARGEST_RATING}.")
    return rating


def rank_body(rank: int) -> RankBody:
    """A rank (1 dan = 0) by three federations."""
    return {
        "rank": format_rank(rank),
        "value": rank,
        "egf": float(rating_of(rank, Scale.EGF)),
        "ffg": float(rating_of(rank, Scale.FFG)),
        "aga": float(rating_of(rank, Scale.AGA)),
    }


class RatingsView(TableView, TournamentView):
    @reads(
        "get_ratings",
        "tournament.read",
        RatingsBody,
        parameters=[
            OpenApiParameter(
                "class", str, enum=CLASSES, description="Time class; the tournament's if absent"
            ),
            OpenApiParameter("page_size", int, description="1 to 200 players; all of them if not given."),
            OpenApiParameter("after", str, description="An entry: those whose rows follow. From ``next``."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get EGF ratings before and after the tournament, with every game explained.

        Of 1,000 players after ten rounds these are 2 MB: ask for a page at a time. Games that are not
        rated are on the first.
        """
        row: TournamentRow = self.tournament(slug)
        time_class = request.query_params.get("class", "")
        if "class" in request.query_params and time_class not in CLASSES:
            raise ValidationError({"query:class": [f"One of {', '.join(CLASSES)}."]})
        most = query_int(request, "page_size", low=1, high=MOST_ROWS)
        told = self.for_reader(
            row, lambda officer: _page(request, ratings_body(row, time_class, officer=officer), most)
        )
        if told.data and told.data["next"]:
            told["Link"] = f'<{told.data["next"]}>; rel="next"'
        return told

    def csv(self, body: Any) -> bytes:
        return csv_of(ratings_sheet(body))


def _page(request: Request, body: RatingsBody, most: int | None) -> RatingsBody:
    """Raises Http404 after an entry that is not in the table."""
    after = request.query_params.get("after", "").lower()
    rows = list(part_after(body["rows"], after, most or len(body["rows"])))
    more = bool(rows) and rows[-1] is not body["rows"][-1]
    link = replace_query_param(request.build_absolute_uri(), "after", rows[-1]["entry"]) if more else None
    return {**body, "rows": rows, "left_out": [] if after else body["left_out"], "next": link}
