"""Ranks and ratings of entries, set from a federation's list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypedDict

from django.http import HttpResponse
from rest_framework.exceptions import ValidationError

from games.inputs import Id, Input
from games.log.store import StoredEvent
from games.rest.bodies import IdText, RankText
from games.rest.operations import Operation
from tournaments.api.base import TournamentView
from tournaments.api.entries import ChangedBody, changed_entries_answer
from tournaments.competition.ranks import format_rank
from tournaments.domain.bulk_entries import SetStrengths
from tournaments.domain.inputs import MOST_ENTRIES
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rating_updates import (
    RatingUpdate,
    RatingUpdates,
    chosen_strengths,
    rating_updates,
)
from tournaments.reading.queries import Name, entry_names
from tournaments.tables.rows import TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedStrengths:
    """A request for strengths of a federation's list; without ``entries`` for all that differ from it."""

    list: Annotated[ListKind, Input()]
    seen: Annotated[int | None, Input(low=1, high=2**31 - 1, help="From a dry run.")] = None
    entries: Annotated[tuple[Id, ...], Input(low=1, high=MOST_ENTRIES)] = ()
    ranks: Annotated[bool, Input(help="Whether to set ranks too.")] = False


class RefreshedBody(TypedDict):
    """The strength of an entry, and that of its player in the list now."""

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


class ChangedStrengthsBody(ChangedBody):
    """``difference``: what the list changes; null unless ``dry_run`` is true."""

    difference: RefreshingBody | None


class EntriesStrengths(TournamentView):
    answers: ClassVar[Any] = ChangedStrengthsBody
    difference: RefreshingBody | None = None
    operations: ClassVar = {
        "POST": Operation(
            SetStrengths,
            "set_strengths",
            match=True,
            dry_run=True,
            asks=RequestedStrengths,
        )
    }

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        kind, seen = values["list"], values.get("seen")
        updates = rating_updates(row, kind)
        if self.dry_run:
            self.difference, seen = _refreshing_body(row, updates), updates.listing.version
        elif seen is None:
            raise ValidationError({"seen": ["Required, unless dry_run is true."]})
        chosen = values["entries"] or [str(one.entry.id) for one in updates.lines]
        strengths = chosen_strengths(row, kind, seen, chosen, ranks=values["ranks"])
        return {"strengths": strengths, "reason": values["reason"]}

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        response = changed_entries_answer(row, stored)
        response.data["difference"] = self.difference
        return response


def _refreshing_body(row: TournamentRow, updates: RatingUpdates) -> RefreshingBody:
    names = entry_names(row)
    return {
        "list": ListKind(updates.listing.kind),
        "seen": updates.listing.version,
        "changes": [_refreshed_body(one, names) for one in updates.lines],
        "same": updates.same,
        "unknown": [str(entry.id) for entry in updates.unknown],
    }


def _refreshed_body(one: RatingUpdate, names: Mapping[str, Name]) -> RefreshedBody:
    return {
        "entry": str(one.entry.id),
        "name": str(names[str(one.entry.id)]),
        "rank": format_rank(one.entry.rank),
        "rating": one.entry.rating,
        "listed_rank": format_rank(one.rank),
        "listed_rating": one.rating,
    }
