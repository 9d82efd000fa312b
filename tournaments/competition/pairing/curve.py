"""The curve that most criteria follow, and the distances it is applied to."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.field import Column, Matrix


def bent(x: NDArray[np.float64], greatest: int, factor: float) -> Matrix:
    """``greatest`` * (1 - x)(1 + factor * x), truncated: two small differences beat one big one."""
    return np.trunc(greatest * (1.0 - x) * (1.0 + factor * x)).astype(np.int64)


def apart(column: Column) -> Matrix:
    """The n x n absolute differences."""
    distance: Matrix = np.abs(column[:, None] - column[None, :])
    return distance
