"""The costs of every possible pair: OpenGotha's ten, and ours. "Cost" is its word: more is better.

| name | in OpenGotha | aim |
|---|---|---|
| base | the 1 in totalCost | every pair has a value        |
| repeated | baseDuplicateGameCost | nobody meets the same opponent twice |
| random | baseRandomCost | a draw from the stored seed |
| colours | baseBWBalanceCost | as many games with White as with Black |
| category | mainCategoryCost | both from one category |
| score | mainScoreDiffCost | equal scores |
| draw | mainDUDDCost | moves between groups, not twice in one direction (``draw_up_down``) |
| seeding | mainSeedCost | pairing inside a score group (``seeding_value``)        |
| handicap | secHandiCost | few stones |
| geography | secGeoCost | different clubs and countries, and clubs of no one group (``geography``) |
| meetings | none | required and forbidden meetings (``meetings``); only in rounds that have any            |

Each result has the shape of the given pairs, in 64-bit integers with truncation towards zero; where OpenGotha
uses doubles, so do we, in the same order, so that the last digit agrees. The cost of a player with themselves
has no meaning.
"""

from collections.abc import Callable

import numpy as np

from tournaments.competition.pairing import draw
from tournaments.competition.pairing.compared import Pairs, difference
from tournaments.competition.pairing.curve import curve_steps
from tournaments.competition.pairing.drawing import draw_up_down
from tournaments.competition.pairing.field import Field, Matrix
from tournaments.competition.pairing.geography import geography
from tournaments.competition.pairing.handicap import stones_between
from tournaments.competition.pairing.meetings import meetings
from tournaments.competition.pairing.seeding import seeding_value


def base(pairs: Pairs) -> Matrix:
    return np.ones(pairs.shape, dtype=np.int64)


def repeated_games(pairs: Pairs) -> Matrix:
    return np.where(pairs.met, 0, pairs.field.settings.pairing.avoid_repeated)


def random(pairs: Pairs) -> Matrix:
    greatest = pairs.field.settings.pairing.random
    if not greatest:
        return np.zeros(pairs.shape, dtype=np.int64)
    return draw.draws_between(pairs.one.random_key, pairs.other.random_key, greatest)


def colours(pairs: Pairs) -> Matrix:
    """Return the full value if one had too many Whites and the other too many Blacks; 0 if stones decide.

    It is half of that if one is even and the other two or more off.
    """
    settings, one, other = pairs.field.settings, pairs.one.balance, pairs.other.balance
    greatest = settings.pairing.balance_colours
    half = ((one == 0) & (np.abs(other) >= 2)) | ((other == 0) & (np.abs(one) >= 2))
    value = np.where(one * other < 0, greatest, np.where(half, greatest // 2, 0))
    return np.where(
        stones_between(pairs.one.strength, pairs.other.strength, settings.handicap) == 0, value, 0
    )


def category(pairs: Pairs) -> Matrix:
    number = len(pairs.field.settings.categories) + 1
    if number == 1:
        return np.zeros(pairs.shape, dtype=np.int64)
    distance = difference(pairs.one.category, pairs.other.category)
    return _curve_value(pairs, distance, number, pairs.field.settings.pairing.avoid_mixing_categories)


def score(pairs: Pairs) -> Matrix:
    greatest = pairs.field.settings.pairing.minimise_score_difference
    value = _curve_value(pairs, difference(pairs.one.score, pairs.other.score), pairs.field.groups, greatest)
    return np.where(pairs.one.category == pairs.other.category, value, 0)


def handicap(pairs: Pairs) -> Matrix:
    greatest = pairs.field.settings.pairing.minimise_handicap
    return _curve_value(pairs, difference(pairs.one.level, pairs.other.level), pairs.field.levels, greatest)


def _curve_value(pairs: Pairs, distance: Matrix, steps: int, greatest: int) -> Matrix:
    return curve_steps(distance, steps, greatest, pairs.field.settings.pairing.nx1_factor)


Criterion = Callable[[Pairs], Matrix]
CRITERIA: dict[str, Criterion] = {
    "base": base,
    "repeated": repeated_games,
    "random": random,
    "colours": colours,
    "category": category,
    "score": score,
    "draw": draw_up_down,
    "seeding": seeding_value,
    "handicap": handicap,
    "geography": geography,
}
"""OpenGotha's ten, which count in every round."""


def criteria_of(field: Field) -> dict[str, Criterion]:
    """Return the criteria that count in a round, by name."""
    return CRITERIA | {"meetings": meetings} if field.meetings else CRITERIA
