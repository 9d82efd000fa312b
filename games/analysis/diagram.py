"""A position as SVG and in words.

Nothing depends on colour: Black is filled, White outlined, and every mark has a shape of its own.

| mark | shape |
|---|---|
| last move | a small ring on the stone; a large one around any other mark |
| point that Black owns | a filled square |
| point that White owns | an outlined diamond |
| stone that was counted as dead | faint, under the mark of the owner of its point |
| `Mark` | triangle, cross, or a ring of dashes |

Only presentation attributes are used, so that the strictest Content-Security-Policy shows all of it. Each
shape on points is defined once (``_shapes``) and referenced; board.js references the same shapes, so that a
step changes places and no drawing.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from html import escape

from games.marking import join_marked, marked, marked_many
from rules import Board, Color, format_vertex, parse_vertex

_CELL = 24
_MARGIN = 30  # from the outer lines to the edge: room for half a stone and the coordinates
_RADIUS = 11.2
_BOARD = "#e9d3a4"
_INK = {Color.BLACK: "#fff", Color.WHITE: "#000", None: "#000"}  # of marks on a stone or an empty point
_SHADES = {Color.BLACK: ("#8a8a8a", "#2c2c2c", "#000"), Color.WHITE: ("#fff", "#f2f0ea", "#c4bfb2")}
_EDGE = {Color.BLACK: "#000", Color.WHITE: "#5f594b"}
LAST = {
    Color.BLACK: marked("Last move: Black %(at)s."),
    Color.WHITE: marked("Last move: White %(at)s."),
    None: marked("Last move: %(at)s."),
}
TO_PLAY = {Color.BLACK: marked("Black to play."), Color.WHITE: marked("White to play.")}
_FAINT = ".5"  # of a dead stone
_DIGITS = {1: 13, 2: 12, 3: 9.5}  # font sizes that fit a stone
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Mark(StrEnum):
    """A mark for a point that a text mentions."""

    TRIANGLE = "triangle"
    CROSS = "cross"
    DASHES = "dashes"


def svg(  # noqa: PLR0913 - one argument for each thing that a diagram may show
    board: Board,
    *,
    title: str,
    description: str,
    last_move: str | None = None,
    numbers: Mapping[str, int] | None = None,
    marks: Mapping[str, Mark] | None = None,
    owners: Mapping[str, Color] | None = None,
    dead: Mapping[str, Color] | None = None,
    size: int | None = None,
    prefix: str = "board",
) -> str:
    """Return an SVG document, which can also be embedded in a page.

    All points are vertices; raises ValueError for one off the board. `dead`: stones that were counted as
    dead, on the board or removed. `size` is the longer side in pixels; without it the image fills its
    container. Two diagrams on one page each need a `prefix`, for all ids in them.
    """
    numbers, marks, owners, dead = numbers or {}, marks or {}, owners or {}, dead or {}
    if not _NAME.fullmatch(prefix):
        raise ValueError(f"not a prefix of ids: {prefix!r}")
    _check(board, {*numbers, *marks, *owners, *dead, *([last_move] if last_move else [])})
    parts = [
        _opening(board, size, prefix),
        f'<title id="{prefix}-title">{_text(title)}</title>',
        f'<desc id="{prefix}-description">{_text(description)}</desc>',
        *_shapes(prefix),
        *_grid(board),
        *_coordinates(board),
        *_stones(board, dead, prefix),
        *(_number(board, at, number) for at, number in numbers.items()),
        *(
            _ring(board, at, outside=at in {*numbers, *marks, *owners}, prefix=prefix)
            for at in ([last_move] if last_move else [])
        ),
        *(_mark(board, at, mark) for at, mark in marks.items()),
        *(_use(board, at, f"{prefix}-{owner.value}-owner") for at, owner in owners.items()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def describe(board: Board, last_move: str | None = None, to_play: Color | None = None) -> str:
    """Describe the position in words: size, stones, last move, player to move."""
    size = marked("A board of %(width)s by %(height)s points.", width=board.width, height=board.height)
    said = [size, _black(board.stones(Color.BLACK)), _white(board.stones(Color.WHITE))]
    if last_move:
        said.append(marked(LAST[board[last_move]], at=last_move))
    if to_play:
        said.append(TO_PLAY[to_play])
    return join_marked(said)


def _black(stones: list[str]) -> str:
    if not stones:
        return marked("Black: no stones.")
    return marked_many(
        "Black: %(n)s stone, %(at)s.", "Black: %(n)s stones, %(at)s.", len(stones), at=", ".join(stones)
    )


def _white(stones: list[str]) -> str:
    if not stones:
        return marked("White: no stones.")
    return marked_many(
        "White: %(n)s stone, %(at)s.", "White: %(n)s stones, %(at)s.", len(stones), at=", ".join(stones)
    )


def _check(board: Board, points: set[str]) -> None:
    for at in sorted(points):
        if at not in board:
            raise ValueError(f"not on the board: {at!r}")


def _text(said: str) -> str:
    """Return the text escaped, without the characters that XML cannot hold."""
    return escape(_UNPRINTABLE.sub("\ufffd", said))


def _opening(board: Board, size: int | None, prefix: str) -> str:
    width, height = _extent(board.width), _extent(board.height)
    scale = size / max(width, height) if size else None
    pixels = f' width="{width * scale:.0f}" height="{height * scale:.0f}"' if scale else ""
    labels = f"{prefix}-title {prefix}-description"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{labels}"{pixels}'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">'
    )


def _extent(side: int) -> int:
    return (side - 1) * _CELL + 2 * _MARGIN


def _place(board: Board, at: str) -> tuple[int, int]:
    column, row = parse_vertex(at)
    return _MARGIN + column * _CELL, _MARGIN + (board.height - 1 - row) * _CELL


def _shapes(prefix: str) -> Iterator[str]:
    """Return the shapes around the origin: stones, rings of the last move, marks of owners."""
    yield "<defs>"
    for color, (light, middle, dark) in _SHADES.items():
        shape, ink = f"{prefix}-{color.value}", _INK[color]
        yield f'<radialGradient id="{shape}-shade" cx=".35" cy=".3" r=".75">'
        yield f'<stop stop-color="{light}"/>'
        yield f'<stop offset=".45" stop-color="{middle}"/><stop offset="1" stop-color="{dark}"/>'
        yield "</radialGradient>"
        fill = f'fill="url(#{shape}-shade)" stroke="{_EDGE[color]}" stroke-width=".5"'
        yield f'<g id="{shape}"><circle cx=".7" cy="1.1" r="{_RADIUS}" fill-opacity=".25"/>'
        yield f'<circle r="{_RADIUS}" {fill}/></g>'
        for name, radius, line in (("last", 5.5, 2), ("around", 9.4, 1)):
            drawn = f'fill="none" stroke="{ink}" stroke-width="{line}"'
            yield f'<circle id="{shape}-{name}" r="{radius}" {drawn}/>'
    square = 'd="M-4 -4h8v8h-8z" stroke="#fff" stroke-width=".8"'
    diamond = 'd="M0 -6l6 6l-6 6l-6 -6z" fill="#fff" stroke="#000" stroke-width="1.3"'
    yield f'<path id="{prefix}-b-owner" {square}/><path id="{prefix}-w-owner" {diamond}/>'
    yield "</defs>"


def _grid(board: Board) -> Iterator[str]:
    right, bottom = _extent(board.width) - _MARGIN, _extent(board.height) - _MARGIN
    yield f'<rect width="{right + _MARGIN}" height="{bottom + _MARGIN}" fill="{_BOARD}"/>'
    rows = "".join(f"M{_MARGIN} {y}H{right}" for y in range(_MARGIN, bottom + 1, _CELL))
    columns = "".join(f"M{x} {_MARGIN}V{bottom}" for x in range(_MARGIN, right + 1, _CELL))
    yield f'<path d="{rows}{columns}" stroke="#000" stroke-width=".8" stroke-linecap="square" fill="none"/>'
    for x, y in (_place(board, at) for at in star_points(board.width, board.height)):
        yield f'<circle cx="{x}" cy="{y}" r="3"/>'


def star_points(width: int, height: int) -> tuple[str, ...]:
    """Return the usual star points: corners from 7 lines, sides from 15, centre, the only point of 1x1."""
    places = {(column, row) for column in _star_lines(width) for row in _star_lines(height)}
    if (width % 2 and height % 2 and min(width, height) >= 5) or width == height == 1:
        places.add((width // 2, height // 2))
    return tuple(format_vertex(*place) for place in sorted(places))


def _star_lines(side: int) -> set[int]:
    if side < 7:
        return set()
    edge = 3 if side > 12 else 2
    return {edge, side - 1 - edge} | ({side // 2} if side % 2 and side >= 15 else set())


def _coordinates(board: Board) -> Iterator[str]:
    """Return the letters above and below, and the numbers on both sides."""
    yield '<g font-size="10" fill="#000">'
    far = (_extent(board.width) - 9, _extent(board.height) - 9)
    for column in range(board.width):
        name = format_vertex(column, 0)
        x, _ = _place(board, name)
        for y in (9, far[1]):
            yield _label(x, y, name.removesuffix("1"))
    for row in range(board.height):
        _, y = _place(board, format_vertex(0, row))
        for x in (9, far[0]):
            yield _label(x, y, str(row + 1))
    yield "</g>"


def _label(x: float, y: float, said: str) -> str:
    return f'<text x="{x}" y="{y}" dy=".35em">{said}</text>'


def _stones(board: Board, dead: Mapping[str, Color], prefix: str) -> Iterator[str]:
    yield from (
        _use(board, at, f"{prefix}-{color.value}")
        for color in Color
        for at in board.stones(color)
        if at not in dead
    )
    yield from (
        _use(board, at, f"{prefix}-{color.value}", f' opacity="{_FAINT}"') for at, color in dead.items()
    )


def _use(board: Board, at: str, shape: str, more: str = "") -> str:
    x, y = _place(board, at)
    return f'<use href="#{shape}" x="{x}" y="{y}"{more}/>'


def _number(board: Board, at: str, number: int) -> str:
    """Return the number on its stone; on an empty point it covers the lines."""
    x, y = _place(board, at)
    said = str(number)
    cover = "" if board[at] else f'<circle cx="{x}" cy="{y}" r="9" fill="{_BOARD}"/>'
    font = f'font-size="{_DIGITS.get(len(said), 7.5)}" fill="{_INK[board[at]]}"'
    return f'{cover}<text x="{x}" y="{y}" dy=".35em" {font}>{said}</text>'


def _ring(board: Board, at: str, *, outside: bool, prefix: str) -> str:
    on = (board[at] or Color.WHITE).value
    return _use(board, at, f"{prefix}-{on}-{'around' if outside else 'last'}")


def _mark(board: Board, at: str, mark: Mark) -> str:
    x, y = _place(board, at)
    shape = {
        Mark.TRIANGLE: f'<path d="M{x} {y - 7}l6 10.5h-12z"',
        Mark.CROSS: f'<path d="M{x - 5} {y - 5}l10 10m0 -10l-10 10"',
        Mark.DASHES: f'<circle cx="{x}" cy="{y}" r="7.5" stroke-dasharray="3 2.9"',
    }[mark]
    return f'{shape} fill="none" stroke="{_INK[board[at]]}" stroke-width="2"/>'
