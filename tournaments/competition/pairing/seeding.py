"""Pairing inside a score group: slip (one half onto the other), fold, or by draw."""

from collections.abc import Callable

import numpy as np

from tournaments.competition.pairing import draw
from tournaments.competition.pairing.compared import Pairs, difference
from tournaments.competition.pairing.field import Matrix
from tournaments.competition.settings import Seeding


def seeding_value(pairs: Pairs) -> Matrix:
    """Return the current system's value for two of one group, 0 for others."""
    pairing = pairs.field.settings.pairing
    first_phase = pairs.field.round <= pairing.first_seeding_until
    system = pairing.seeding_first if first_phase else pairing.seeding_second
    return np.where(pairs.one.group == pairs.other.group, _SYSTEMS[system](pairs), 0)


def _slip_value(pairs: Pairs) -> Matrix:
    n = pairs.one.size
    return _short_of(pairs, 2 * difference(pairs.one.place, pairs.other.place) - n, n)


def _fold_value(pairs: Pairs) -> Matrix:
    last = pairs.one.size - 1
    # A player alone in a group meets nobody in it: any divisor but 0 works.
    return _short_of(pairs, pairs.one.place + pairs.other.place - last, np.maximum(last, 1))


def _random_value(pairs: Pairs) -> Matrix:
    greatest, one, other = pairs.field.settings.pairing.maximise_seeding, pairs.one, pairs.other
    drawn = draw.draws_between(one.seeding_key, other.seeding_key, greatest // 5)
    halves = (2 * one.place < one.size) != (2 * other.place < other.size)
    return np.where(halves, greatest - drawn, 0)


def _short_of(pairs: Pairs, x: Matrix, n: Matrix) -> Matrix:
    """Return M - M * x / n * x / n, each division truncated; the sign of x cancels out."""
    greatest = pairs.field.settings.pairing.maximise_seeding
    x = np.abs(x)
    return greatest - greatest * x // n * x // n


_SYSTEMS: dict[Seeding, Callable[[Pairs], Matrix]] = {
    Seeding.SLIP: _slip_value,
    Seeding.FOLD: _fold_value,
    Seeding.RANDOM: _random_value,
}
