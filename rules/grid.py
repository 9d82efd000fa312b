"""The geometry of a rectangle: the bit of each point.

A set of points is one integer. Point (column, row) is bit ``row * stride + column``; the stride is one more
than the width, so that a column which belongs to no point separates the rows and a shift by one cannot run
into the next row.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import TypeGuard

from rules.point import MAX_SIDE, as_tuple, format_vertex

Sides = tuple[tuple[int, int], ...]
"""For each neighbour of a point: its bit and *its* neighbours."""

Spot = tuple[int, int, Sides]
"""A point for the engine: its bit, its neighbours, and its sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A rectangle with the tables that the engine reads, obtained from :func:`grid_for`; one per size."""

    width: int
    height: int
    stride: int
    full: int
    vertices: dict[int, str]
    spots: dict[str, Spot]

    def find(self, at: object) -> Spot | None:
        """Return the spot of a vertex in either case; None for anything that is not a point of this grid."""
        return self.spots.get(at.upper()) if isinstance(at, str) and at.isascii() else None

    def spot(self, at: str) -> Spot:
        """Return the spot of a vertex; ValueError if it is not a point of this grid."""
        found = self.find(at)
        if found is None:
            raise ValueError(f"not a point on {self.width}x{self.height}: {at!r}")
        return found

    def mask(self, points: Iterable[str]) -> int:
        """Return the set of the given vertices as one integer; ValueError if one is off the board."""
        mask = 0
        for at in as_tuple(points, "a list of points"):
            mask |= self.spot(at)[0]
        return mask

    def mask_if_known(self, points: Iterable[object]) -> int | None:
        """Return the same as :meth:`mask` for any value; None if one is not a point of this grid."""
        found = [self.find(at) for at in points]
        return None if None in found else reduce(or_, (spot[0] for spot in found if spot), 0)

    def names(self, mask: int) -> list[str]:
        """Return the vertices of a set of points, from the bottom left, row by row."""
        return [self.vertices[bit] for bit in bits(mask)]


def bits(mask: int) -> Iterator[int]:
    """Return the single bits of a set of points, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def grid_for(width: int, height: int) -> Grid:
    """Return the grid of that size; ValueError unless both sides are whole numbers from 1 to 52."""
    if not (_is_side(width) and _is_side(height)):
        raise ValueError(f"a board has 1 to {MAX_SIDE} columns and rows, not {width!r}x{height!r}")
    return _grid(width, height)


def _is_side(side: object) -> bool:
    """Check a side before the cache is used, for which 7.0 and 7, or True and 1, are equal."""
    return is_integer(side) and 1 <= side <= MAX_SIDE


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether this is a whole number, and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


@lru_cache(maxsize=16)
def _grid(width: int, height: int) -> Grid:
    stride = width + 1
    cells = [(column, row) for row in range(height) for column in range(width)]
    vertices = {1 << row * stride + column: format_vertex(column, row) for column, row in cells}
    full = sum(vertices)
    near = {bit: (bit << 1 | bit >> 1 | bit << stride | bit >> stride) & full for bit in vertices}
    spots = {vertices[bit]: (bit, near[bit], _sides(bit, near, stride)) for bit in vertices}
    return Grid(width, height, stride, full, vertices, spots)


def _sides(bit: int, near: dict[int, int], stride: int) -> Sides:
    beside = (bit << 1, bit >> 1, bit << stride, bit >> stride)
    return tuple((side, near[side]) for side in beside if side in near)
