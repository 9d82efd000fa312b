"""Stones between two strengths; the komi that goes with them is ``Settings.komi_for``."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import HandicapSettings


def stones(strength: NDArray[np.int64], settings: HandicapSettings) -> NDArray[np.int64]:
    """The n x n stones: difference of the strengths, capped at the threshold, less the correction.

    Equals have none, even where a correction below 0 adds stones (OpenGotha, ``gameBetween``).
    """
    capped = np.minimum(strength, settings.no_handicap_from)
    difference = np.abs(capped[:, None] - capped[None, :])
    corrected = np.where(difference > 0, difference - settings.correction, 0)
    given: NDArray[np.int64] = np.clip(corrected, 0, settings.ceiling)
    return given
