"""Handicaps: which points are star points, what a handicap makes of komi, and where its stones are."""

from rules.axes import Compensation, Handicap
from rules.grid import Grid, is_integer
from rules.point import format_vertex
from rules.ruleset import Ruleset

MOST_STONES = 9
_LARGE, _MIDDLED, _SMALLEST = 13, 9, 7
_EVEN_MOST = 4


def check(handicap: object) -> None:
    """ValueError for what is no number of stones; whether so many fit is for the ruleset and the board."""
    if not is_integer(handicap) or handicap < 0:
        raise ValueError(f"a handicap is a whole number from 0, not {handicap!r}")


def komi(ruleset: Ruleset, handicap: int) -> float:
    """White's komi in a game with that handicap, 0 for an even game."""
    return ruleset.komi if not handicap or ruleset.handicap_komi is None else ruleset.handicap_komi


def compensation(ruleset: Ruleset, handicap: int) -> float:
    """Points for White for the handicap stones; one stone is the first move alone and costs nothing."""
    if handicap <= 1 or ruleset.handicap_compensation is Compensation.NONE:
        return 0.0
    return float(handicap - (ruleset.handicap_compensation is Compensation.N_MINUS_ONE))


def bowls(ruleset: Ruleset, handicap: int) -> tuple[int, int]:
    """Stones in Black's and White's bowl at the start, where komi and handicap are such (004, C: whole)."""
    if ruleset.handicap is not Handicap.BOWL:
        return 0, 0
    stones = int(komi(ruleset, handicap))
    return handicap + max(-stones, 0), max(stones, 0)


def moves(ruleset: Ruleset, handicap: int, points: int) -> int:
    """How many moves Black makes before White's first, 0 for the usual one; ValueError for too many."""
    if ruleset.handicap in (Handicap.FREE, Handicap.FIXED) and handicap > MOST_STONES:
        raise ValueError(f"a handicap is at most {MOST_STONES} stones under these rules, not {handicap}")
    if not 0 <= handicap <= points:
        raise ValueError(f"no handicap of {handicap} on {points} points")
    placed = ruleset.handicap in (Handicap.CONSECUTIVE_MOVES, Handicap.FREE)
    return handicap if placed and handicap > 1 else 0


def star_points(grid: Grid, stones: int) -> list[str]:
    """The points of a fixed handicap; none for fewer than two stones.

    Third line from the edge below 13 lines, else the fourth; sides and middle need odd sizes from 9 on.
    ValueError where the board has not as many.
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
