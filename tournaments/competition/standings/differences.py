"""The differences between two standings: changed places and scores."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.competition.standings.placement import Row, Standings

Change = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One entry that changed.

    ``scores``: those that changed, before and after, as people read them. None: the entry came later, or the
    criterion was chosen or dropped in between.
    """

    entry: str
    place_before: int | None
    place_after: int
    scores: dict[str, Change]


def differences(before: Standings, after: Standings) -> list[Moved]:
    """Return entries whose place or scores changed, by their new place. Nobody ever leaves a standing."""
    known = {row.entrant_id: row for row in before.rows}
    return list(_place_changes(known, after))


def _place_changes(known: dict[str, Row], after: Standings) -> Iterator[Moved]:
    for row in after.rows:
        then = known.get(row.entrant_id)
        place = then.place if then else None
        scores = _score_changes(then, row)
        if scores or place != row.place:
            yield Moved(entry=row.entrant_id, place_before=place, place_after=row.place, scores=scores)


def _score_changes(then: Row | None, now: Row) -> dict[str, Change]:
    before, after = then.scores if then else {}, now.scores
    if before == after:
        return {}
    names = [*after, *(name for name in before if name not in after)]
    return {
        name: (_read(then, name), _read(now, name)) for name in names if before.get(name) != after.get(name)
    }


def _read(row: Row | None, name: str) -> float | None:
    return row.read(name) if row is not None and name in row.scores else None
