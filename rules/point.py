"""Colours and the names of points.

| form | example | where |
|---|---|---|
| vertex | "D4" | public: columns A, B, ... Z without I, then AA, AB, ...; rows from the bottom |
| SGF | "dp" | column then row, a-z then A-Z, rows counted from the top |
| column, row | (3, 3) | zero-based, from the left and from the bottom |
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from string import ascii_letters
from typing import Any, TypeGuard

MAX_SIDE = 52
"""The longest side of a board: SGF has letters for no more."""

_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_SHAPE = re.compile(r"([A-HJ-Z]{1,2})([1-9][0-9]?)")


class Color(StrEnum):
    """A player, and the colour of that player's stones."""

    BLACK = "b"
    WHITE = "w"

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK


def as_tuple(values: object, what: str) -> tuple[Any, ...]:
    """Return several values as a tuple.

    Raises ValueError, naming ``what`` was expected, for a text or anything but a collection.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"not {what}: {values!r}")  # noqa: TRY004  # as any other value that does not fit
    return tuple(values)


def _is_place(value: object, below: object) -> TypeGuard[int]:
    return _is_number(value) and _is_number(below) and 0 <= value < min(below, MAX_SIDE)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: A ... Z without I, then AA, AB, ..."""
    first, second = divmod(column, len(_LETTERS))
    return (_LETTERS[first - 1] if first else "") + _LETTERS[second]


_COLUMNS = {column_name(column): column for column in range(MAX_SIDE)}


def format_vertex(column: int, row: int) -> str:
    """Return the vertex of a column and a row, each from 0 to 51: ``format_vertex(3, 3)`` is "D4".

    Raises ValueError for other numbers.
    """
    if not (_is_place(column, MAX_SIDE) and _is_place(row, MAX_SIDE)):
        raise ValueError(f"no board has a column {column!r} and a row {row!r}")
    return f"{column_name(column)}{row + 1}"


def parse_vertex(text: str) -> tuple[int, int]:
    """Return column and row of a vertex, from 0, in either case. ValueError if no board has such a point."""
    shape = _SHAPE.fullmatch(text.upper()) if isinstance(text, str) and text.isascii() else None
    column = _COLUMNS.get(shape[1]) if shape else None
    if shape is None or column is None or int(shape[2]) > MAX_SIDE:
        raise ValueError(f"not a point: {text!r}")
    return column, int(shape[2]) - 1


def vertex_to_sgf(vertex: str, height: int) -> str:
    """Return the SGF coordinate of a vertex on a board of that height. ValueError if it is too high."""
    column, row = parse_vertex(vertex)
    if not _is_place(row, height) or height > MAX_SIDE:
        raise ValueError(f"not on a board of height {height}: {vertex!r}")
    return ascii_letters[column] + ascii_letters[height - 1 - row]


def sgf_to_vertex(coordinate: str, width: int, height: int) -> str:
    """Return the vertex of a two-letter SGF coordinate. ValueError if it is off the board or invalid."""
    if not isinstance(coordinate, str) or len(coordinate) != 2:
        raise ValueError(f"not an SGF point: {coordinate!r}")
    column, down = (ascii_letters.find(letter) for letter in coordinate)
    if not (_is_place(column, width) and _is_place(down, height)):
        raise ValueError(f"not an SGF point on {width}x{height}: {coordinate!r}")
    return format_vertex(column, height - 1 - down)
