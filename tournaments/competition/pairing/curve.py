"""The curve that most criteria follow."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.field import Matrix


def curve(x: NDArray[np.float64], greatest: int, factor: float) -> Matrix:
    """Return ``greatest`` * (1 - x)(1 + factor * x), truncated: two small differences beat one big one."""
    return np.trunc(greatest * (1.0 - x) * (1.0 + factor * x)).astype(np.int64)


def curve_steps(distance: Matrix, steps: int, greatest: int, factor: float) -> Matrix:
    """Return the curve for whole distances (from 0) of so many ``steps``, from a table as they are few."""
    furthest = int(distance.max(initial=0))
    values: Matrix = curve(np.arange(furthest + 1) / steps, greatest, factor)[distance]
    return values
