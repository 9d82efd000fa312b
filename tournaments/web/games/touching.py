"""A board whose points are touched: each is a cell of a table, and in it a box to tick or a button.

Cells grow to the size of a finger where the board is zoomed, and the frame around them scrolls: all without a
script. Pure.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.analysis.diagram import describe, star_points
from games.marking import marked
from rules import Board, Color, Game

STONES = {"b": marked("%(at)s, Black"), "w": marked("%(at)s, White")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """``shape``: classes of what is drawn there; ``string``: the first point of the stone's string."""

    at: str
    shape: str
    string: str
    chosen: bool
    open: bool

    @property
    def says(self) -> str:
        """For readers who do not see the board: "D4, Black"."""
        if not self.string:
            return self.at
        return marked(STONES[self.shape[0]], at=self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchBoard:
    """``rows``: from above, each with its number; ``letters``: below; ``says``: the position in words."""

    rows: list[tuple[int, list[Point]]]
    letters: list[str]
    says: str


def to_choose(game: Game, chosen: Collection[str], said: Collection[str] = ()) -> TouchBoard:
    """Any point may be ticked: the record may lack what was on the board. ``said``: points to be marked."""
    return _board(game, chosen=chosen, said=said, open_points=None)


def to_play(game: Game, points: Collection[str], said: Collection[str] = ()) -> TouchBoard:
    """``points``: where the player whose turn it is can play."""
    return _board(game, chosen=(), said=said, open_points=points)


def _board(
    game: Game, *, chosen: Collection[str], said: Collection[str], open_points: Collection[str] | None
) -> TouchBoard:
    return touched(game.board, game.last_move, chosen=chosen, said=said, open_points=open_points)


def touched(
    board: Board,
    last: str | None,
    *,
    chosen: Collection[str] = (),
    said: Collection[str] = (),
    open_points: Collection[str] | None = None,
) -> TouchBoard:
    """Any board: ``last`` is where the last stone went, ``open_points`` what can be touched, None: all."""
    stars, strings = set(star_points(board.width, board.height)), _strings(board)
    points = [
        Point(
            at=at,
            shape=" ".join(_shape(board[at], at == last, at in said, at in stars)),
            string=strings.get(at, ""),
            chosen=at in chosen,
            open=open_points is None or at in open_points,
        )
        for at in board
    ]
    rows = [points[begin : begin + board.width] for begin in range(0, len(points), board.width)]
    by_number = list(enumerate(rows, 1))
    return TouchBoard(
        rows=by_number[::-1],
        letters=[point.at.rstrip("0123456789") for point in rows[0]],
        says=describe(board, last, None),
    )


def _shape(stone: Color | None, last: bool, said: bool, star: bool) -> Iterator[str]:  # noqa: FBT001 - facts of one point
    if stone is not None:
        yield stone.value
    yield from (name for name, holds in (("last", last), ("said", said), ("star", star)) if holds)


def _strings(board: Board) -> dict[str, str]:
    """Of every stone the first point of its string."""
    found: dict[str, str] = {}
    for color in Color:
        for at in board.stones(color):
            if at not in found:
                string = board.string(at)
                found |= dict.fromkeys(string, string[0])
    return found
