"""The costs of every possible pair: OpenGotha's ten, and ours. "Cost" is its word: more is better.

| name | in OpenGotha | what it wants |
|---|---|---|
| base | the 1 in totalCost | every pair is worth something |
| repeated | baseDuplicateGameCost | nobody meets the same opponent twice |
| random | baseRandomCost | a draw from the stored seed |
| colours | baseBWBalanceCost | as many games with White as with Black |
| category | mainCategoryCost | both from one category |
| score | mainScoreDiffCost | equal scores |
| draw | mainDUDDCost | who moves between groups, not twice one way (``drawing``) |
| seeding | mainSeedCost | who meets whom inside a score group (``seeding``) |
| handicap | secHandiCost | few stones |
| geography | secGeoCost | different clubs and countries, and clubs of no one group (``geography``) |
| meetings | none | who must, and must not, meet (``meetings``); only in rounds in which that was asked for |

Each is an n x n matrix of 64-bit integers with truncation towards zero; where OpenGotha uses doubles,
so do we, in the same order, so that the last digit agrees. The diagonal means nothing.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing import draw
from tournaments.competition.pairing.curve import apart, bent
from tournaments.competition.pairing.drawing import drawing
from tournaments.competition.pairing.field import Field, Matrix
from tournaments.competition.pairing.geography import geography
from tournaments.competition.pairing.handicap import stones
from tournaments.competition.pairing.meetings import meetings
from tournaments.competition.pairing.seeding import seeding


def base(field: Field) -> Matrix:
    return np.ones(field.met.shape, dtype=np.int64)


def repeated(field: Field) -> Matrix:
    return np.where(field.met, 0, field.settings.pairing.avoid_repeated)


def random(field: Field) -> Matrix:
    drawn = draw.keys(field.seed, field.round, "random", field.ids)
    return draw.between(drawn, field.settings.pairing.random)


def colours(field: Field) -> Matrix:
    """All of it if one had too many Whites and the other too many Blacks, nothing where stones decide.

    Half of it if one is even and the other two or more off.
    """
    greatest = field.settings.pairing.balance_colours
    balance = field.balance
    opposite = balance[:, None] * balance[None, :] < 0
    half = (balance[:, None] == 0) & (np.abs(balance)[None, :] >= 2)
    even = stones(field.strength, field.settings.handicap) == 0
    value = np.where(opposite, greatest, np.where(half | half.T, greatest // 2, 0))
    return np.where(even, value, 0)


def category(field: Field) -> Matrix:
    number = len(field.settings.categories) + 1
    if number == 1:
        return np.zeros(field.met.shape, dtype=np.int64)
    return _bent(field, apart(field.category) / number, field.settings.pairing.avoid_mixing_categories)


def score(field: Field) -> Matrix:
    value = _bent(field, apart(field.score) / field.groups, field.settings.pairing.minimise_score_difference)
    return np.where(apart(field.category) == 0, value, 0)


def handicap(field: Field) -> Matrix:
    return _bent(field, apart(field.level) / field.levels, field.settings.pairing.minimise_handicap)


def _bent(field: Field, x: NDArray[np.float64], greatest: int) -> Matrix:
    return bent(x, greatest, field.settings.pairing.nx1_factor)


Criterion = Callable[[Field], Matrix]
CRITERIA: dict[str, Criterion] = {
    "base": base,
    "repeated": repeated,
    "random": random,
    "colours": colours,
    "category": category,
    "score": score,
    "draw": drawing,
    "seeding": seeding,
    "handicap": handicap,
    "geography": geography,
}
"""OpenGotha's ten, which count in every round."""


def criteria_of(field: Field) -> dict[str, Criterion]:
    """The criteria that count in a round, by name."""
    return CRITERIA | {"meetings": meetings} if field.meetings else CRITERIA
