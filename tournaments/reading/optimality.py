"""The quality of a round's pairing, as far as it is known."""

from dataclasses import dataclass
from functools import cache

from games.log.store import search
from games.log.wire import class_of, registered_kinds
from tournaments.domain.rounds import RoundPaired
from tournaments.loading import stream_of
from tournaments.tables.rows import RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimality:
    """The total of a pairing and the best possible total.

    ``bound``: the total that no pairing of the same players exceeds, 0 if nothing was weighed. ``known``: the
    best pairing has exactly this total.
    """

    total: int
    bound: int
    known: bool

    @property
    def gap(self) -> int:
        return self.bound - self.total

    @property
    def is_proved(self) -> bool:
        """Return whether the pairing is proved to be the best."""
        return self.known and not self.gap


def optimality(row: RoundRow) -> Optimality | None:
    """Return the quality of the round's pairing, None if it was not paired by weights.

    No row stores the bound, because it mostly equals the optimum.
    """
    bound = row.optimum or _bound(row)
    return Optimality(total=row.total, bound=bound, known=bool(row.optimum)) if bound else None


def _bound(row: RoundRow) -> int:
    if not row.rules:
        return 0
    paired = _pairing_event(row)
    return paired.bound or paired.optimum if paired else 0


def _pairing_event(row: RoundRow) -> RoundPaired | None:
    """Return the last event that paired the round, which alone has its bound while no optimum is proved.

    The database searches for it, because folding the log of 2,000 players takes a second.
    """
    said = f'"round":{row.number}'
    found = search(stream_of(str(row.tournament_id)), [f"{said},", f"{said}}}"], _pairing_kinds())
    last = [recorded.event for recorded in found if recorded.data["round"] == row.number][-1:]
    return last[0] if last else None


@cache
def _pairing_kinds() -> tuple[str, ...]:
    return tuple(kind for kind in registered_kinds() if class_of(kind) is RoundPaired)
