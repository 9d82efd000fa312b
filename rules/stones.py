"""Placing stones on sets of points: strings, liberties and captures, on plain integers.

Most plays touch no string in danger. A neighbour with an empty point beside it needs no search, and a search
stops at the first liberty.
"""

from rules.grid import Sides, Spot


def string_of(seed: int, color: int, stride: int) -> int:
    """All points of ``color`` that connect with the ones in ``seed``."""
    string = seed
    while True:
        grown = (string | string << 1 | string >> 1 | string << stride | string >> stride) & color
        if grown == string:
            return string
        string = grown


def adjacent(points: int, stride: int) -> int:
    """The points beside a set of points; bits off the board may be among them."""
    return points << 1 | points >> 1 | points << stride | points >> stride


def string_without_liberty(string: int, color: int, empty: int, stride: int) -> int:
    """The whole string of ``color`` that holds the points of ``string`` where it has no liberty, else 0."""
    while True:
        near = string << 1 | string >> 1 | string << stride | string >> stride
        if near & empty:
            return 0
        grown = string | near & color
        if grown == string:
            return string
        string = grown


def stones_captured(sides: Sides, other: int, empty: int, stride: int) -> int:
    """The stones of ``other`` beside a spot whose strings have no liberty once a stone has been put there."""
    captured = 0
    for side, beyond in sides:
        if not empty & beyond and other & side and not captured & side:
            captured |= string_without_liberty(side | beyond & other, other, empty, stride)
    return captured


def stones_taken(spot: Spot, own: int, other: int, empty: int, stride: int) -> int:
    """The stones without liberty once a stone of ``own`` has been put on the spot.

    First the other colour is cleared, then one's own: what is returned are the other's stones, or one's own,
    the new one among them, if the play was a suicide.
    """
    bit, near, sides = spot
    captured = stones_captured(sides, other, empty, stride)
    if captured or empty & near:
        return captured
    return string_without_liberty(bit | near & own, own, empty, stride)


def all_without_liberty(color: int, empty: int, stride: int) -> int:
    """Every stone of ``color`` whose string has no liberty."""
    return color & ~string_of(adjacent(empty, stride) & color, color, stride)
