"""Stones between two strengths, and the komi that goes with them."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import HandicapSettings, Settings


def stones(strength: NDArray[np.int64], settings: HandicapSettings) -> NDArray[np.int64]:
    """The n x n stones: difference of the strengths, capped at the threshold, less the correction.

    Equals have none, even where a correction below 0 adds stones (OpenGotha, ``gameBetween``).
    """
    capped = np.minimum(strength, settings.no_handicap_from)
    difference = np.abs(capped[:, None] - capped[None, :])
    corrected = np.where(difference > 0, difference - settings.correction, 0)
    given: NDArray[np.int64] = np.clip(corrected, 0, settings.ceiling)
    return given


def komi(handicap: int, settings: Settings) -> float:
    """The tournament's komi; a handicap game has its own, or of it only the half that excludes jigo."""
    if handicap == 0:
        return settings.komi
    return settings.komi % 1 if settings.handicap_komi is None else settings.handicap_komi
