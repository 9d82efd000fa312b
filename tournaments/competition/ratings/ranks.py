"""Ranks and ratings of three federations, converted in both directions.

| clause                                                              | function           | source |
|---------------------------------------------------------------------|--------------------|--------|
| EGF: 2100 is the middle of 1 dan, a rank is 100 points, -900 is 30k | rating_of, rank_of | V      |
| EGF: rank = floor((rating + 950) / 100) - 30, from 30k to 9d        | rank_of            | S      |
| FFG = EGF - 2050                                                    | from_egf, to_egf   | S      |
| AGA: EGF = 100 x rating + 1950 for dan, + 2150 for kyu              | from_egf, to_egf   | S      |
| AGA: 3.0 to 3.99 is 3 dan, -3.0 to -3.99 is 3 kyu; none in between  | rank_of            | S      |

"V" was recomputed against published tables, "S" is read in OpenGotha's source. Ranks: 1 dan = 0, 1 kyu = -1.
"""

from enum import StrEnum
from math import floor

from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK

FFG_ZERO = 2050  # the EGF rating that is 0 in the FFG's scale
AGA_DAN, AGA_KYU = 1950, 2150  # the EGF ratings from which AGA dan and kyu ratings are counted
MIDDLE_OF_1D = 2100


class Scale(StrEnum):
    EGF = "egf"
    FFG = "ffg"
    AGA = "aga"


def to_egf(rating: float, scale: Scale) -> float:
    """Return the EGF rating. Raises ValueError for an AGA rating between -1 and 1: there is none."""
    if scale is Scale.FFG:
        return rating + FFG_ZERO
    if scale is Scale.AGA:
        return 100 * rating + (AGA_DAN if _is_dan(rating) else AGA_KYU)
    return rating


def from_egf(rating: float, scale: Scale) -> float:
    if scale is Scale.FFG:
        return rating - FFG_ZERO
    if scale is Scale.AGA:
        return (rating - (AGA_DAN if rating >= FFG_ZERO else AGA_KYU)) / 100
    return rating


def rank_of(rating: float, scale: Scale = Scale.EGF) -> int:
    """Return the rank of a rating, from 30k to 9d. Raises ValueError as ``to_egf``."""
    if scale is Scale.AGA:
        rank = int(rating) - 1 if _is_dan(rating) else int(rating)
    else:
        rank = floor((to_egf(rating, scale) + 950) / 100) - 30
    return min(max(rank, LOWEST_RANK), HIGHEST_RANK)


def rating_of(rank: int, scale: Scale = Scale.EGF) -> float:
    """Return the rating in the middle of a rank."""
    return from_egf(MIDDLE_OF_1D + 100 * rank, scale)


def _is_dan(rating: float) -> bool:
    if -1 < rating < 1:
        raise ValueError(f"{rating} is not an AGA rating: dan begin at 1, kyu at -1")
    return rating > 0
