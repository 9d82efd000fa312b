"""Stones between two strengths, and the komi that goes with them."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import HandicapSettings, Settings


def stones(strength: NDArray[np.int64], settings: HandicapSettings) -> NDArray[np.int64]:
    """The n x n stones: difference of the strengths, capped at the threshold, less the correction."""
    capped = np.minimum(strength, settings.no_handicap_from)
    difference = np.abs(capped[:, None] - capped[None, :])
    given: NDArray[np.int64] = np.clip(difference - settings.correction, 0, settings.ceiling)
    return given


def komi(handicap: int, settings: Settings) -> float:
    """The tournament's komi; a handicap game has its own, or of it only the half that excludes jigo."""
    if handicap == 0:
        return settings.komi
    return settings.komi % 1 if settings.handicap_komi is None else settings.handicap_komi
