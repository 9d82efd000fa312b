"""How good the pairing of a round is known to be."""

from dataclasses import dataclass
from functools import cache

from games.log.store import search
from games.log.wire import class_of, registered_kinds
from tournaments.domain.rounds import RoundPaired
from tournaments.loading import stream_of
from tournaments.tables.rows import RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimality:
    """``bound``: what no pairing of the same players exceeds, 0 where nothing was weighed.

    ``known``: it is what the best of them has, not only more than it.
    """

    total: int
    bound: int
    known: bool

    @property
    def gap(self) -> int:
        return self.bound - self.total

    @property
    def proved(self) -> bool:
        """No pairing is better."""
        return self.known and not self.gap

    @property
    def share(self) -> str:
        """The gap as a part of the bound, for people."""
        percent = 100 * self.gap / self.bound
        return f"{percent:.2f} %" if percent >= 0.01 else "less than 0.01 %"


def optimality(row: RoundRow) -> Optimality | None:
    """None where the round was not paired by weights. The bound is in no row: it is mostly the optimum."""
    bound = row.optimum or _bound(row)
    return Optimality(total=row.total, bound=bound, known=bool(row.optimum)) if bound else None


def _bound(row: RoundRow) -> int:
    if not row.rules:
        return 0
    paired = _paired(row)
    return paired.bound or paired.optimum if paired else 0


def _paired(row: RoundRow) -> RoundPaired | None:
    """The event that it was paired by, the last of them: nothing else says its bound while none is proved.

    The database looks for it; folding a log of 2,000 players for this takes a second.
    """
    said = f'"round":{row.number}'
    found = search(stream_of(str(row.tournament_id)), [f"{said},", f"{said}}}"], _kinds())
    last = [recorded.event for recorded in found if recorded.data["round"] == row.number][-1:]
    return last[0] if last else None


@cache
def _kinds() -> tuple[str, ...]:
    return tuple(kind for kind in registered_kinds() if class_of(kind) is RoundPaired)
