"""Handicaps: star points, komi and compensation, and the places of the stones."""

from rules.axes import Compensation, Handicap
from rules.grid import Grid, is_integer
from rules.point import format_vertex
from rules.ruleset import Ruleset

MOST_STONES = 9
_LARGE, _MIDDLED, _SMALLEST = 13, 9, 7
_EVEN_MOST = 4


def check(handicap: object) -> None:
    """Raise ValueError for an invalid number of stones; ruleset and board decide whether they fit."""
    if not is_integer(handicap) or handicap < 0:
        raise ValueError(f"a handicap is a whole number from 0, not {handicap!r}")


def komi(ruleset: Ruleset, handicap: int) -> float:
    """Return White's komi in a game with that handicap, 0 for an even game."""
    return ruleset.komi if not handicap or ruleset.handicap_komi is None else ruleset.handicap_komi


def compensation(ruleset: Ruleset, handicap: int) -> float:
    """Return the points for White for handicap stones; one stone, the first move alone, costs nothing."""
    if handicap <= 1 or ruleset.handicap_compensation is Compensation.NONE:
        return 0.0
    return float(handicap - (ruleset.handicap_compensation is Compensation.N_MINUS_ONE))


def bowls(ruleset: Ruleset, handicap: int) -> tuple[int, int]:
    """Return the stones in Black's and White's bowl at the start: komi and handicap (004, C: whole)."""
    if ruleset.handicap is not Handicap.BOWL:
        return 0, 0
    stones = int(komi(ruleset, handicap))
    return handicap + max(-stones, 0), max(stones, 0)


def moves(ruleset: Ruleset, handicap: int, points: int) -> int:
    """Return the number of Black's moves before White's first, 0 for the usual one.

    Raises ValueError for a handicap that does not fit.
    """
    if ruleset.handicap in (Handicap.FREE, Handicap.FIXED) and handicap > MOST_STONES:
        raise ValueError(f"a handicap is at most {MOST_STONES} stones under these rules, not {handicap}")
    if not 0 <= handicap <= points:
        raise ValueError(f"no handicap of {handicap} on {points} points")
    placed = ruleset.handicap in (Handicap.CONSECUTIVE_MOVES, Handicap.FREE)
    return handicap if placed and handicap > 1 else 0


def star_points(grid: Grid, stones: int) -> list[str]:
    """Return the points of a fixed handicap; none for fewer than two stones.

    Third line from the edge below 13 lines, else the fourth; sides and middle need odd sizes from 9 on.
    Raises ValueError if the board has too few.
    """
    if stones <= 1:
        return []
    most = _most(grid)
    if stones > most:
        raise ValueError(f"no fixed handicap of {stones} on {grid.width}x{grid.height}; at most {most}")
    return [format_vertex(*at) for at in _places(grid, stones)]


def _most(grid: Grid) -> int:
    sides = grid.width, grid.height
    if min(sides) < _SMALLEST:
        return 0
    return MOST_STONES if all(side % 2 and side >= _MIDDLED for side in sides) else _EVEN_MOST


def _places(grid: Grid, stones: int) -> list[tuple[int, int]]:
    (left, middle, right), (low, center, high) = _lines(grid.width), _lines(grid.height)
    corners = [(right, high), (left, low), (right, low), (left, high)]
    sides = [(left, center), (right, center), (middle, low), (middle, high)]
    places = corners[:stones] + sides[: (max(stones - 4, 0)) // 2 * 2]
    return [*places, (middle, center)] if stones > _EVEN_MOST and stones % 2 else places


def _lines(side: int) -> tuple[int, int, int]:
    edge = 2 if side < _LARGE else 3
    return edge, side // 2, side - 1 - edge
