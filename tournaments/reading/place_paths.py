"""Places after each round, for changes since the previous round and for the paths of the leaders.

They are computed from the history that the reader may see, so that unpublished rounds are not revealed.
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
CACHE_SECONDS = 3600
PlacesByEntry = Mapping[str, tuple[int, ...]]
"""Places after each round by entry, round 1 first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePath:
    """The places of one entry after each round, round 1 first."""

    entry: str
    name: str
    places: tuple[int, ...]


def places_after_rounds(
    row: TournamentRow, history: History, table: StandingsBody, *, officer: bool
) -> PlacesByEntry:
    """Return the places of all entries of a table; empty before round 2.

    They are cached by the tournament's version, because every round needs a full computation of the table.
    """
    last = table["round"]
    if last < 2:
        return {}
    key = f"courses:{row.pk}:{row.version}:{int(officer)}:{last}:{table['at']}:{_group_key(table)}"
    shared = caches["shared"]
    if (found := shared.get(key)) is None:
        found = _places_by_entry(history, table)
        shared.set(key, found, CACHE_SECONDS)
    return {entry: tuple(places) for entry, places in found.items()}


def _group_key(table: StandingsBody) -> str:
    """Return a cache key for the group of a table; its name may have any characters."""
    return "-" if table["everybody"] else f"+{table['group'].encode().hex()}"


def _places_by_entry(history: History, table: StandingsBody) -> dict[str, tuple[int, ...]]:
    if not table["everybody"]:
        history = history_of_group(history, table["group"])
    earlier = places_after_each(history, table["round"] - 1)
    return {
        line["entry"]: (*(places[line["entry"]] for places in earlier), line["place"])
        for line in table["results"]
    }


def leading_paths(table: StandingsBody, places: PlacesByEntry, most: int = LEADERS) -> list[PlacePath]:
    """Return the paths of the first rows of a table, in its order."""
    first = table["results"][:most] if places else []
    return [PlacePath(entry=line["entry"], name=line["name"], places=places[line["entry"]]) for line in first]
