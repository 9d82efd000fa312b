"""The position after an action, and the line of positions that led to it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.actions import Action
from rules.point import Color

NameOf = Callable[[Any], Hashable]
"""The name of a position: equal for two positions if one repeats the other under a rule."""


class TurnIndex(NamedTuple):
    """The turn at which each name first occurred, with the oldest turns in the first part.

    Each part is at least twice the next: n names fill no more than log n parts, and each name is copied
    O(log n) times. Branches share the dictionaries. Python compares the names themselves, so different names
    with the same hash are distinct.
    """

    name_of: NameOf
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
        return TurnIndex(self.name_of, (*self.parts[:kept], merged))


Ko = tuple[int, Color, int]
"""A ko: its point, the colour that may not play there, and the turn whose board that would repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """The events in one ko since a continuation began (002); sets of points as integers.

    ``points``: its two points; ``beside``: the points next to them, with their stones. The fight is forgotten
    when those change.
    """

    points: int
    beside: int
    black: int
    white: int
    captured_by: frozenset[Color] = frozenset()
    prepared_by: frozenset[Color] = frozenset()
    locked_out: frozenset[Color] = frozenset()


class Position:
    """One position on a line of play. It never changes, so that every branch shares the earlier ones.

    ``black``, ``white`` and ``empty`` are sets of points (see grid.py); ``stones`` is the number of stones,
    and ``peak`` the largest number so far on this line; ``quiet``: a play that captures nothing changes the
    board alone, and repeats none; ``previous`` is the position before the action; ``memory`` belongs to the
    repetition rule, which may store in it what the line itself shows.
    """

    __slots__ = (
        "black",
        "empty",
        "last_action",
        "memory",
        "peak",
        "previous",
        "quiet",
        "stones",
        "to_play",
        "turn",
        "white",
    )

    black: int
    white: int
    empty: int
    to_play: Color
    turn: int
    last_action: Action | None
    stones: int
    peak: int
    quiet: bool
    previous: "Position | None"
    memory: "Memory"


class Memory(NamedTuple):
    """The data that a repetition rule stores with a position.

    ``seen``: an index of the earlier positions, stored by superko when it is needed (see
    earlier_positions.py); ``ko``: the one that may not be retaken at once; ``fights``: every ko fought since
    a continuation under modified ko, or a confirmation, began; None while no ko is remembered.
    """

    seen: TurnIndex | None = None
    ko: Ko | None = None
    fights: tuple[Fight, ...] | None = None


NO_MEMORY = Memory()
