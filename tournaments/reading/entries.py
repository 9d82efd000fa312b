"""An entry as REST answers with it."""

from collections.abc import Mapping
from typing import TypedDict

from games.rest.bodies import IdText, RankText
from tournaments.competition.ranks import format_rank
from tournaments.reading.queries import Name
from tournaments.tables.rows import EntryRow


class EntryBody(TypedDict):
    id: IdText
    number: int
    name: str
    key: str
    rank: RankText
    rating: int
    country: str
    club: str
    correction: int
    absent: list[int]
    final: bool
    withdrawn: bool
    checked_in: bool
    group: str


def entry_body(entry: EntryRow, names: Mapping[str, Name]) -> EntryBody:
    """``names`` by entry id."""
    name = names[str(entry.id)]
    return {
        "id": str(entry.id),
        "number": entry.number,
        "name": str(name),
        "key": name.key,
        "rank": format_rank(entry.rank),
        "rating": entry.rating,
        "country": entry.country,
        "club": entry.club,
        "correction": entry.correction,
        "absent": entry.absent,
        "final": entry.final,
        "withdrawn": entry.withdrawn,
        "checked_in": entry.checked_in,
        "group": entry.group,
    }
