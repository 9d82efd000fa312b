"""Stones between two strengths, and the komi that goes with them."""

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.settings import HandicapSettings, Settings

LOWEST_KOMI = -400


def stones(strength: NDArray[np.int64], settings: HandicapSettings) -> NDArray[np.int64]:
    """Return the n x n stones of all pairs."""
    return stones_between(strength[:, None], strength[None, :], settings)


def stones_between(
    one: NDArray[np.int64], other: NDArray[np.int64], settings: HandicapSettings
) -> NDArray[np.int64]:
    """Return the difference of strengths, capped at the threshold, less the correction.

    Equals have none, even if a correction below 0 adds stones (OpenGotha, ``gameBetween``).
    """
    given: NDArray[np.int64] = np.clip(_stones_owed(one, other, settings), 0, settings.ceiling)
    return given


def _stones_owed(
    one: NDArray[np.int64], other: NDArray[np.int64], settings: HandicapSettings
) -> NDArray[np.int64]:
    """Return the stones of the settings without their ceiling."""
    most = settings.no_handicap_from
    difference = np.abs(np.minimum(one, most) - np.minimum(other, most))
    return np.where(difference > 0, difference - settings.correction, 0)


def terms_between(one: int, other: int, settings: Settings) -> tuple[int, float]:
    """Return stones and komi of a game between two strengths, whoever is White.

    Where the ceiling cuts the stones, Black receives the reverse komi for each that is missing.
    """
    owed = int(_stones_owed(np.array(one), np.array(other), settings.handicap))
    given = max(min(owed, settings.handicap.ceiling), 0)
    komi = settings.komi_for(given)
    if given and settings.handicap.reverse_komi:
        komi = max(komi - settings.handicap.reverse_komi * (owed - given), LOWEST_KOMI)
    return given, komi


def terms_of_pair(white: int, black: int, settings: Settings) -> tuple[int, float]:
    """Return stones and komi of two strengths; an even game if White is not the stronger."""
    return terms_between(white, black, settings) if white > black else (0, settings.komi_for(0))
