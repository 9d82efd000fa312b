"""Unconditional life: strings that cannot be captured even if their owner always passes.

This is a hint for players who mark dead stones, and never a verdict: the players agree, play it out or ask a
referee. The strings it finds are alive; most of the others are alive too.

Source: D. B. Benson, Life in the Game of Go, Information Sciences 10 (1976). A *region* of a player is a
connected set of points without their stones. It is *vital* to a string of theirs if each empty point of it is
a liberty of that string; if suicide is allowed, an opposing stone can come off again, and each point of it
must be adjacent to the string. Take all strings, and repeatedly drop those without two vital regions that
only remaining strings surround: the rest is alive.
"""

from rules.board import Board
from rules.grid import grid_for
from rules.point import Color
from rules.seki import parts
from rules.stones import adjacent


def pass_alive(board: Board, *, suicide: bool = False) -> dict[Color, list[str]]:
    """Return each player's unconditionally alive stones, and the points that they hold, from the bottom left.

    Points are held if only such stones surround their region and at most one point of it is adjacent to none,
    so that the opponent can never live there: opposing stones on them are dead. ``suicide``: whether the
    rules allow the suicide of several stones.
    """
    if not isinstance(board, Board):
        raise ValueError(f"not a board: {board!r}")  # noqa: TRY004  # as any other value that does not fit
    grid = grid_for(board.width, board.height)
    black, white = board.masks
    held = {Color.BLACK: (black, white), Color.WHITE: (white, black)}
    return {
        color: grid.names(_living_and_territory(own, grid.full ^ own, 0 if suicide else other, grid.stride))
        for color, (own, other) in held.items()
    }


def _living_and_territory(own: int, rest: int, ignored: int, stride: int) -> int:
    """Return the living stones of one colour and their points; ``ignored`` points need not be liberties."""
    regions = [(points, adjacent(points, stride) & own) for points in parts(rest, stride)]
    alive = _alive(own, [(points & ~ignored, border) for points, border in regions], stride)
    beside = adjacent(alive, stride)
    held = [points for points, border in regions if border and not border & ~alive]
    return alive | sum(points for points in held if (points & ~beside).bit_count() <= 1)


def _alive(own: int, regions: list[tuple[int, int]], stride: int) -> int:
    """Return the stones that remain when no more string has to be dropped; regions come with their border."""
    strings = [(string, adjacent(string, stride)) for string in parts(own, stride)]
    while True:
        kept = [(string, beside) for string, beside in strings if _vital(beside, regions, own) > 1]
        if len(kept) == len(strings):
            return own
        own, strings = sum(string for string, _ in kept), kept


def _vital(beside: int, regions: list[tuple[int, int]], alive: int) -> int:
    """Return the number of regions within the living strings with all points adjacent to a string."""
    return sum(1 for points, border in regions if points and not points & ~beside and not border & ~alive)
