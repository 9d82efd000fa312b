"""Controls over a drawn board: a box to tick or a button on each point that can be touched. Pure.

They work without a script; the drawing itself is that of ``games.analysis.diagram``.
"""

from collections.abc import Collection
from dataclasses import dataclass

from games.marking import marked
from rules import Board, Color

STONES = {"b": marked("%(at)s, Black"), "w": marked("%(at)s, White")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """``stone``: "b", "w" or ""; ``string``: the first point of the stone's string."""

    at: str
    stone: str
    string: str
    chosen: bool
    open: bool

    @property
    def says(self) -> str:
        """For readers who do not see the board: "D4, Black"."""
        return marked(STONES[self.stone], at=self.at) if self.stone else self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchBoard:
    """``rows``: the points of a board, from above."""

    rows: list[list[Point]]


def touch_board(
    board: Board, *, chosen: Collection[str] = (), open_points: Collection[str] | None = None
) -> TouchBoard:
    """Return the controls; ``open_points``: where something can be touched, None: everywhere."""
    strings = _strings(board)
    points = [
        Point(
            at=at,
            stone=stone.value if (stone := board[at]) else "",
            string=strings.get(at, ""),
            chosen=at in chosen,
            open=open_points is None or at in open_points,
        )
        for at in board
    ]
    rows = [points[begin : begin + board.width] for begin in range(0, len(points), board.width)]
    return TouchBoard(rows=rows[::-1])


def _strings(board: Board) -> dict[str, str]:
    """Return the first point of the string of each stone."""
    found: dict[str, str] = {}
    for color in Color:
        for at in board.stones(color):
            if at not in found:
                string = board.string(at)
                found |= dict.fromkeys(string, string[0])
    return found
