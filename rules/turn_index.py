"""An index of the positions on a line of play, as immutable dictionaries that branches share.

Each part is at least twice the next: n names fill no more than log n parts, and each name is copied O(log n)
times. Python compares the names themselves, so different names with the same hash are distinct.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

NameOf = Callable[[Any], Hashable]
"""The name of a position: equal for two positions if one repeats the other under a rule."""


class TurnIndex(NamedTuple):
    """The turn at which each name first occurred, with the oldest turns in the first part."""

    named: NameOf
    parts: tuple[dict[Hashable, int], ...] = ()

    def first(self, name: Hashable) -> int | None:
        """Return the first turn of a name, or None."""
        return next((part[name] for part in self.parts if name in part), None)

    def then(self, later: dict[Hashable, int]) -> "TurnIndex":
        """Return the index with the names of later positions."""
        kept, size = len(self.parts), len(later)
        while kept and len(self.parts[kept - 1]) < 2 * size:
            kept -= 1
            size += len(self.parts[kept])
        merged = dict(later)
        for part in reversed(self.parts[kept:]):
            merged |= part
        return TurnIndex(self.named, (*self.parts[:kept], merged))
