"""Who meets whom inside a score group: slip (one half onto the other), fold, or by draw."""

from collections.abc import Callable

import numpy as np

from tournaments.competition.history import Seeding
from tournaments.competition.pairing import draw
from tournaments.competition.pairing.curve import apart
from tournaments.competition.pairing.field import Field, Matrix


def seeding(field: Field) -> Matrix:
    """The current system's value for two of one group, 0 for others."""
    pairing = field.settings.pairing
    first_phase = field.round <= pairing.first_seeding_until
    system = pairing.seeding_first if first_phase else pairing.seeding_second
    return np.where(apart(field.group) == 0, _SYSTEMS[system](field), 0)


def _slip(field: Field) -> Matrix:
    n = field.size[:, None]
    return _short_of(field, 2 * apart(field.place) - n, n)


def _fold(field: Field) -> Matrix:
    last = field.size[:, None] - 1
    # A player alone in a group meets nobody in it: any divisor but 0 will do.
    return _short_of(field, field.place[:, None] + field.place[None, :] - last, np.maximum(last, 1))


def _random(field: Field) -> Matrix:
    greatest = field.settings.pairing.maximise_seeding
    drawn = draw.between(draw.keys(field.seed, field.round, "seeding", field.ids), greatest // 5)
    top_half = 2 * field.place < field.size
    return np.where(top_half[:, None] != top_half[None, :], greatest - drawn, 0)


def _short_of(field: Field, x: Matrix, n: Matrix) -> Matrix:
    """M - M * x / n * x / n, each division truncated; the sign of x cancels out."""
    greatest = field.settings.pairing.maximise_seeding
    x = np.abs(x)
    return greatest - greatest * x // n * x // n


_SYSTEMS: dict[Seeding, Callable[[Field], Matrix]] = {
    Seeding.SLIP: _slip,
    Seeding.FOLD: _fold,
    Seeding.RANDOM: _random,
}
