"""Stones between two strengths; the komi that goes with them is ``Settings.komi_for``."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.settings import HandicapSettings


def stones(strength: NDArray[np.int64], settings: HandicapSettings) -> NDArray[np.int64]:
    """Return the n x n stones of all pairs."""
    return stones_between(strength[:, None], strength[None, :], settings)


def stones_between(
    one: NDArray[np.int64], other: NDArray[np.int64], settings: HandicapSettings
) -> NDArray[np.int64]:
    """Return the difference of strengths, capped at the threshold, less the correction.

    Equals have none, even if a correction below 0 adds stones (OpenGotha, ``gameBetween``).
    """
    most = settings.no_handicap_from
    difference = np.abs(np.minimum(one, most) - np.minimum(other, most))
    corrected = np.where(difference > 0, difference - settings.correction, 0)
    given: NDArray[np.int64] = np.clip(corrected, 0, settings.ceiling)
    return given


def stones_of_pair(white: int, black: int, settings: HandicapSettings) -> int:
    """Return the stones of two strengths; 0 if White is not the stronger."""
    given = int(stones(np.array([white, black]), settings)[0, 1])
    return given if white > black else 0
