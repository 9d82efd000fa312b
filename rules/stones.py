"""Strings, liberties and captures on sets of points, as plain integers.

Most plays touch no string in danger. A neighbour with an adjacent empty point needs no search, and a search
stops at the first liberty.
"""

from rules.grid import Sides, Spot


def string_of(seed: int, color: int, stride: int) -> int:
    """Return all points of ``color`` that connect with those in ``seed``."""
    string = seed
    while True:
        grown = (string | string << 1 | string >> 1 | string << stride | string >> stride) & color
        if grown == string:
            return string
        string = grown


def adjacent(points: int, stride: int) -> int:
    """Return the points adjacent to a set of points; bits off the board may be among them."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def string_without_liberty(string: int, color: int, empty: int, stride: int) -> int:
    """Return the whole string of ``color`` that contains ``string`` if it has no liberty, else 0."""
    while True:
        near = string << 1 | string >> 1 | string << stride | string >> stride
        if near & empty:
            return 0
        grown = string | near & color
        if grown == string:
            return string
        string = grown


def find_captures(sides: Sides, other: int, empty: int, stride: int) -> int:
    """Return the adjacent stones of ``other`` without a liberty once a stone is on the spot."""
    captured = 0
    for side, beyond in sides:
        if not empty & beyond and other & side and not captured & side:
            captured |= string_without_liberty(side | beyond & other, other, empty, stride)
    return captured


def find_captures_at(spot: Spot, own: int, other: int, empty: int, stride: int) -> int:
    """Return the stones without a liberty once a stone of ``own`` is on the spot.

    The other colour is cleared first, then one's own: the result is the other's stones, or in a suicide one's
    own, including the new one.
    """
    bit, near, sides = spot
    captured = find_captures(sides, other, empty, stride)
    if captured or empty & near:
        return captured
    return string_without_liberty(bit | near & own, own, empty, stride)


def all_without_liberty(color: int, empty: int, stride: int) -> int:
    """Return every stone of ``color`` whose string has no liberty."""
    return color & ~string_of(adjacent(empty, stride) & color, color, stride)
