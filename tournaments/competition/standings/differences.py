"""The differences between two standings: changed places and scores."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.competition.standings.placement import Row, Standings

Change = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """An entry whose place or scores changed.

    ``scores``: those that changed, before and after, as people read them. None: the entry came later, or the
    criterion was chosen or dropped in between.
    """

    entry: str
    place_before: int | None
    place_after: int
    scores: dict[str, Change]


def differences(before: Standings, after: Standings) -> list[PlaceChange]:
    """Return entries whose place or scores changed, by their new place. Nobody ever leaves a standing."""
    known = {row.entrant_id: row for row in before.rows}
    return list(_place_changes(known, after))


def _place_changes(known: dict[str, Row], after: Standings) -> Iterator[PlaceChange]:
    for row in after.rows:
        earlier = known.get(row.entrant_id)
        place = earlier.place if earlier else None
        scores = _score_changes(earlier, row)
        if scores or place != row.place:
            yield PlaceChange(entry=row.entrant_id, place_before=place, place_after=row.place, scores=scores)


def _score_changes(before: Row | None, after: Row) -> dict[str, Change]:
    old, new = before.scores if before else {}, after.scores
    if old == new:
        return {}
    names = [*new, *(name for name in old if name not in new)]
    return {
        name: (_score_of(before, name), _score_of(after, name))
        for name in names
        if old.get(name) != new.get(name)
    }


def _score_of(row: Row | None, name: str) -> float | None:
    return row.score_text(name) if row is not None and name in row.scores else None
