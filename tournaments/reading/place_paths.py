"""Places after each round: who moved since the round before, and the way of the leaders.

Of a history that is as the reader may see it, so that nothing shows of a round that is not published.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import caches

from tournaments.competition.history import History
from tournaments.competition.standings import places_after_each
from tournaments.reading.bodies import StandingsBody
from tournaments.state.groups import history_of_group
from tournaments.tables.rows import TournamentRow

LEADERS = 8
CACHE_SECONDS = 3600  # seconds
Courses = Mapping[str, tuple[int, ...]]
"""Entry -> place after each round, round 1 first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePath:
    """Somebody's place after each round, round 1 first."""

    entry: str
    name: str
    places: tuple[int, ...]


def places_after_rounds(
    row: TournamentRow, history: History, table: StandingsBody, *, officer: bool
) -> Courses:
    """Of everybody in a table; empty before round 2, since many share a place before round 1.

    Kept by the tournament's version: each round costs as much as a table, and the page of a hall asks often.
    """
    last = table["round"]
    if last < 2:
        return {}
    key = f"courses:{row.pk}:{row.version}:{int(officer)}:{last}:{table['at']}:{_group_key(table['group'])}"
    shared = caches["shared"]
    if (found := shared.get(key)) is None:
        found = _compute_places(history, table)
        shared.set(key, found, CACHE_SECONDS)
    return {entry: tuple(places) for entry, places in found.items()}


def _group_key(group: str | None) -> str:
    """Groups have any letters, keys of a cache have not."""
    return "-" if group is None else f"+{group.encode().hex()}"


def _compute_places(history: History, table: StandingsBody) -> dict[str, tuple[int, ...]]:
    if table["group"] is not None:
        history = history_of_group(history, table["group"])
    earlier = places_after_each(history, table["round"] - 1)
    return {
        line["entry"]: (*(places[line["entry"]] for places in earlier), line["place"])
        for line in table["rows"]
    }


def leading_paths(table: StandingsBody, places: Courses, most: int = LEADERS) -> list[PlacePath]:
    """Of the first in a table, in its order."""
    first = table["rows"][:most] if places else []
    return [PlacePath(entry=line["entry"], name=line["name"], places=places[line["entry"]]) for line in first]
