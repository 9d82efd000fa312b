"""Ranks and ratings of entries, set from a federation's list."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypedDict

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.rest.bodies import IdText, RankText
from games.rest.operations import Operation
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView
from tournaments.api.entries import ChangedBody, changed_entries_answer
from tournaments.competition.ranks import format_rank
from tournaments.domain.bulk_entries import SetStrengths
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rating_updates import (
    ListedStrengths,
    RatingUpdate,
    chosen_strengths,
    rating_updates,
)
from tournaments.reading.queries import Name, entry_names
from tournaments.tables.rows import TournamentRow


class RefreshedBody(TypedDict):
    """What an entry says, and what the list says now."""

    entry: IdText
    name: str
    rank: RankText
    rating: int
    listed_rank: RankText
    listed_rating: int


class RefreshingBody(TypedDict):
    """``seen``: the version of the list. ``same``: how many stay; ``unknown``: not in the list."""

    list: Annotated[str, ("enum", [*ListKind])]
    seen: int
    changes: Sequence[RefreshedBody]
    same: int
    unknown: Sequence[IdText]


class EntriesStrengths(TournamentView):
    answers: ClassVar[Any] = ChangedBody
    access: ClassVar[dict[str, str]] = {"GET": "entry.change"}
    operations: ClassVar = {
        "POST": Operation(
            SetStrengths,
            "set_strengths",
            match=True,
            asks=ListedStrengths,
        )
    }

    @extend_schema(
        operation_id="preview_strengths",
        parameters=[OpenApiParameter("list", str, enum=[*ListKind], required=True, description="Federation")],
        responses=RefreshingBody,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Preview which ratings and ranks a federation's list would change."""
        row = self.tournament(slug)
        kind = request.query_params.get("list", "")
        if kind not in [*ListKind]:
            raise ValidationError({"list": [f"One of {', '.join(ListKind)}."]})
        found, names = rating_updates(row, ListKind(kind)), entry_names(row)
        body: RefreshingBody = {
            "list": kind,
            "seen": found.listing.version,
            "changes": [_refreshed_body(one, names) for one in found.lines],
            "same": found.same,
            "unknown": [str(entry.id) for entry in found.unknown],
        }
        return respond_with_etag(body, version=row.version)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        told = chosen_strengths(row, values["list"], values["seen"], values["entries"], ranks=values["ranks"])
        return {"strengths": told, "reason": values["reason"]}

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        return changed_entries_answer(row, stored)


def _refreshed_body(one: RatingUpdate, names: Mapping[str, Name]) -> RefreshedBody:
    return {
        "entry": str(one.entry.id),
        "name": str(names[str(one.entry.id)]),
        "rank": format_rank(one.entry.rank),
        "rating": one.entry.rating,
        "listed_rank": format_rank(one.rank),
        "listed_rating": one.rating,
    }
