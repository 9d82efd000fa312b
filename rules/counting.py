"""The points that count under each scoring rule, before komi and other adjustments; on sets of points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.axes import Scoring
from rules.grid import Grid
from rules.seki import territory_outside_seki
from rules.stones import adjacent, string_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """The input of a count: the live stones on the grid, and those considered dead."""

    grid: Grid
    black: int
    white: int
    dead_black: int
    dead_white: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPoints:
    """The territory of both players, the points that count for each, and their numbers."""

    black_land: int
    white_land: int
    black_counts: int
    white_counts: int
    black: int
    white: int


def _area(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    return _with_stones(count, *_land(count))


def _makrai_area(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    return _with_stones(count, *_count_territory(count))


def _with_stones(count: Count, black: int, white: int) -> CountedPoints:
    return _sum_points(black, white, count.black | black, count.white | white)


def _territory(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    return _with_prisoners(count, _land(count), black_prisoners, white_prisoners)


def _no_seki(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    land = _territory_in_japan(count, teire=False)
    return _with_prisoners(count, land, black_prisoners, white_prisoners)


def _after_teire(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    land = _territory_in_japan(count, teire=True)
    return _with_prisoners(count, land, black_prisoners, white_prisoners)


def _territory_in_japan(count: Count, *, teire: bool) -> tuple[int, int]:
    dead = count.dead_black, count.dead_white
    return territory_outside_seki(count.grid, count.black, count.white, *dead, teire=teire)


def is_by_the_text(scoring: Scoring, count: Count, counted: CountedPoints) -> bool:
    """Return whether the territory is what the text gives word for word, also where it has seki.

    Japanese article 8: empty points that border live stones of one player alone are that player's, except
    those of stones that border any other empty point, a dame: such stones are in seki.
    """
    if scoring not in _OUTSIDE_SEKI:
        return True
    stride, (black, white) = count.grid.stride, _land(count)
    dame = count.grid.full & ~(count.black | count.white | black | white)
    beside = adjacent(dame, stride)
    for own, land, found in (
        (count.black, black, counted.black_land),
        (count.white, white, counted.white_land),
    ):
        in_seki = string_of(beside & own, own, stride)
        if found != land & ~string_of(adjacent(in_seki, stride) & land, land, stride):
            return False
    return True


def _with_prisoners(
    count: Count, land: tuple[int, int], black_prisoners: int, white_prisoners: int
) -> CountedPoints:
    more = black_prisoners + count.dead_white.bit_count(), white_prisoners + count.dead_black.bit_count()
    return _sum_points(*land, *land, *more)


def _territory_less_lost(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    land = _land(count)
    lost = white_prisoners + count.dead_black.bit_count(), black_prisoners + count.dead_white.bit_count()
    return _sum_points(*land, *land, -lost[0], -lost[1])


def _makrai_territory(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    black, white = _count_territory(count)
    more = (count.dead_white & black).bit_count(), (count.dead_black & white).bit_count()
    return _sum_points(black, white, black, white, black_prisoners + more[0], white_prisoners + more[1])


def _nothing(count: Count, black_prisoners: int, white_prisoners: int) -> CountedPoints:
    return _sum_points(0, 0, 0, 0)


def removed_dead(scoring: Scoring, count: Count) -> int:
    """Return the points of dead stones that are removed; some proved dead may stay under the Japanese rules.

    Under those, dead stones are removed from the opponent's territory (article 10.1): not in a seki, such as
    a stone in a double ko, nor if stones of both colours are dead side by side, as around a direct ko
    (examples 25 and 9).
    """
    dead = count.dead_black | count.dead_white
    if scoring not in _OUTSIDE_SEKI or not dead:
        return dead
    stride = count.grid.stride
    land = _territory_in_japan(count, teire=False)
    mixed = string_of(adjacent(count.dead_black, stride) & count.dead_white, dead, stride)
    return (count.dead_black & land[1] | count.dead_white & land[0]) & ~mixed


_OUTSIDE_SEKI = {Scoring.TERRITORY_NO_SEKI, Scoring.TERRITORY_AFTER_TEIRE}
COUNTS: Mapping[Scoring, Callable[[Count, int, int], CountedPoints]] = {
    Scoring.AREA: _area,
    Scoring.TERRITORY: _territory,
    Scoring.TERRITORY_LESS_LOST: _territory_less_lost,
    Scoring.TERRITORY_NO_SEKI: _no_seki,
    Scoring.TERRITORY_AFTER_TEIRE: _after_teire,
    Scoring.MAKRAI_AREA: _makrai_area,
    Scoring.MAKRAI_TERRITORY: _makrai_territory,
    Scoring.NONE: _nothing,
}


def _sum_points(
    black_land: int, white_land: int, black_counts: int, white_counts: int, black: int = 0, white: int = 0
) -> CountedPoints:
    """Return the points that count, and their number with other adjustments."""
    return CountedPoints(
        black_land=black_land,
        white_land=white_land,
        black_counts=black_counts,
        white_counts=white_counts,
        black=black_counts.bit_count() + black,
        white=white_counts.bit_count() + white,
    )


def _land(count: Count) -> tuple[int, int]:
    """Return the empty points that reach one colour only after the dead are removed."""
    empty = count.grid.full ^ count.black ^ count.white
    black, white = (
        string_of(color, color | empty, count.grid.stride) & empty for color in (count.black, count.white)
    )
    return black & ~white, white & ~black


def _count_territory(count: Count) -> tuple[int, int]:
    stones = count.black | count.white | count.dead_black | count.dead_white
    empty = count.grid.full ^ stones
    black = _enclosed_points(
        empty | count.dead_white, count.black, count.white | count.dead_black, count.grid.stride
    )
    white = _enclosed_points(
        empty | count.dead_black, count.white, count.black | count.dead_white, count.grid.stride
    )
    return black, white


def _enclosed_points(points: int, own: int, foreign: int, stride: int) -> int:
    """Return the points that connect with neighbours of the own stones and with no other stones."""
    near = string_of(adjacent(own, stride) & points, points, stride)
    return near & ~string_of(adjacent(foreign, stride) & points, points, stride)
