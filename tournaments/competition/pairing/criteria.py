"""The costs of every possible pair: OpenGotha's ten, and ours. "Cost" is its word: more is better.

| name | in OpenGotha | aim |
|---|---|---|
| base | the 1 in totalCost | every pair has a value        |
| repeated | baseDuplicateGameCost | nobody meets the same opponent twice |
| random | baseRandomCost | a draw from the stored seed |
| colours | baseBWBalanceCost | as many games with White as with Black |
| category | mainCategoryCost | both from one category |
| score | mainScoreDiffCost | equal scores |
| draw | mainDUDDCost | moves between groups, not twice in one direction |
| seeding | mainSeedCost | pairing inside a score group        |
| handicap | secHandiCost | few stones |
| geography | secGeoCost | different clubs and countries, and clubs of no one group |
| meetings | none | required and forbidden meetings; only in rounds that have any            |

If a club is at home (``clubs.home_value``), its players may meet each other as if of different clubs, and
guests of different clubs count half for each other; a country that is at home is not avoided. This follows
pairgoth (``GeographicalParams``), whose ``proportionMainClubThreshold`` is 40 percent; OpenGotha has nothing
like it.

Each result has the shape of the given pairs, in 64-bit integers with truncation towards zero; where OpenGotha
uses doubles, so do we, in the same order, so that the last digit agrees. The cost of a player with themselves
has no meaning.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import MeetingKind
from tournaments.competition.pairing import draw
from tournaments.competition.pairing.clubs import NOWHERE
from tournaments.competition.pairing.compared import Pairs, Side, difference
from tournaments.competition.pairing.field import Column, Field, Mask, Matrix
from tournaments.competition.pairing.handicap import stones_between
from tournaments.competition.settings import DrawPlace, Seeding

ABSOLUTE = 10**17
"""The cost of a forbidden meeting: a hundred times the greatest weight of any criterion."""


def curve(x: NDArray[np.float64], greatest: int, factor: float) -> Matrix:
    """Return ``greatest`` * (1 - x)(1 + factor * x), truncated: two small differences beat one big one."""
    return np.trunc(greatest * (1.0 - x) * (1.0 + factor * x)).astype(np.int64)


def curve_steps(distance: Matrix, steps: int, greatest: int, factor: float) -> Matrix:
    """Return the curve for whole distances (from 0) of so many ``steps``, from a table as they are few."""
    furthest = int(distance.max(initial=0))
    values: Matrix = curve(np.arange(furthest + 1) / steps, greatest, factor)[distance]
    return values


def base(pairs: Pairs) -> Matrix:
    return np.ones(pairs.shape, dtype=np.int64)


def repeated_games(pairs: Pairs) -> Matrix:
    """Return the full value before the first game of two, 0 after it, less after each further one."""
    greatest = pairs.field.settings.pairing.avoid_repeated
    if not pairs.field.rules.repeats_add_up:
        return np.where(pairs.met, 0, greatest)
    return greatest * (1 - pairs.met.astype(np.int64))


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
    if pairs.field.rules.halves_count:
        distance, steps = difference(pairs.one.score2, pairs.other.score2), 2 * pairs.field.groups
    else:
        distance, steps = difference(pairs.one.score, pairs.other.score), pairs.field.groups
    value = _curve_value(pairs, distance, steps, greatest)
    return np.where(pairs.one.category == pairs.other.category, value, 0)


def handicap(pairs: Pairs) -> Matrix:
    greatest = pairs.field.settings.pairing.minimise_handicap
    return _curve_value(pairs, difference(pairs.one.level, pairs.other.level), pairs.field.levels, greatest)


def _curve_value(pairs: Pairs, distance: Matrix, steps: int, greatest: int) -> Matrix:
    return curve_steps(distance, steps, greatest, pairs.field.settings.pairing.nx1_factor)


def meetings(pairs: Pairs) -> Matrix:
    """Return the setting's value for two who must meet and have not met, minus it for two who must not.

    It is 0 for everybody else, so that it changes no total without such groups. Two in groups of both kinds
    must not meet; by rules in which that is absolute, it costs more than all else together.
    """
    field = pairs.field
    value = np.zeros(pairs.shape, dtype=np.int64)
    greatest = field.settings.pairing.meetings
    by_kind = sorted(field.meetings, key=lambda group: group.kind is MeetingKind.MUST_NOT)
    for group in by_kind:
        present = _present_members(group.members, field)
        both = present[pairs.i] & present[pairs.j]
        kept = group.kind is MeetingKind.MUST_NOT
        must_not = -ABSOLUTE if field.rules.must_not_is_absolute else -greatest
        value[both] = must_not if kept else np.where(pairs.met[both], 0, greatest)
    return value


def _present_members(members: Sequence[str], field: Field) -> Mask:
    return np.isin(np.array(field.ids), np.array(members, dtype=str))


def seeding_value(pairs: Pairs) -> Matrix:
    """Return the current system's value for two of one group, 0 for others."""
    pairing = pairs.field.settings.pairing
    first_phase = pairs.field.round <= pairing.first_seeding_until
    system = pairing.seeding_first if first_phase else pairing.seeding_second
    return np.where(pairs.one.group == pairs.other.group, _SYSTEMS[system](pairs), 0)


def _slip_value(pairs: Pairs) -> Matrix:
    n = pairs.one.size
    return _short_of(pairs, 2 * difference(pairs.one.place, pairs.other.place) - n, n)


def _fold_value(pairs: Pairs) -> Matrix:
    last = pairs.one.size - 1
    # A player alone in a group meets nobody in it: any divisor but 0 works.
    return _short_of(pairs, pairs.one.place + pairs.other.place - last, np.maximum(last, 1))


def _random_value(pairs: Pairs) -> Matrix:
    greatest, one, other = pairs.field.settings.pairing.maximise_seeding, pairs.one, pairs.other
    drawn = draw.draws_between(one.seeding_key, other.seeding_key, greatest // 5)
    halves = (2 * one.place < one.size) != (2 * other.place < other.size)
    return np.where(halves, greatest - drawn, 0)


def _short_of(pairs: Pairs, x: Matrix, n: Matrix) -> Matrix:
    """Return M - M * x / n * x / n, each division truncated; the sign of x cancels out."""
    greatest = pairs.field.settings.pairing.maximise_seeding
    x = np.abs(x)
    return greatest - greatest * x // n * x // n


_SYSTEMS: dict[Seeding, Callable[[Pairs], Matrix]] = {
    Seeding.SLIP: _slip_value,
    Seeding.FOLD: _fold_value,
    Seeding.RANDOM: _random_value,
}


def draw_up_down(pairs: Pairs) -> Matrix:
    """Return level and places of the move, divided by the fourth power of the distance of categories."""
    weight = pairs.field.settings.pairing.draw_weight // 5
    # Groups count downwards, so the upper of two players has the smaller number.
    upper = pairs.one.group < pairs.other.group
    value = _level(pairs, upper) * weight + _places(pairs, upper, weight // 2)
    if pairs.field.settings.categories:
        value //= (difference(pairs.one.category, pairs.other.category) + 1) ** 4
    return np.where(_counts(pairs), value, 0)


def _counts(pairs: Pairs) -> Mask:
    distance = difference(pairs.one.group, pairs.other.group)
    limit = pairs.field.rules.draw_limit
    return (distance > 0) & (distance < limit) if limit is not None else distance > 0


def _level(pairs: Pairs, upper: Mask) -> Matrix:
    """Return how welcome the move is, from 0 to 4; without earlier moves it is 2.

    It is one less for each player who moves in the same direction again; then, unless that gives 0, one more
    for each whose surplus of moves it corrects.
    """
    one, other = pairs.one, pairs.other
    level = 2 - np.where(
        upper,
        _is_drawn_down_again(one) + _is_drawn_up_again(other),
        _is_drawn_up_again(one) + _is_drawn_down_again(other),
    )
    corrects = np.where(
        upper,
        _corrects_surplus(one, -1) + _corrects_surplus(other, 1),
        _corrects_surplus(one, 1) + _corrects_surplus(other, -1),
    )
    level = np.where(level == 0, 0, level + corrects)
    return level if pairs.field.settings.pairing.compensate_draws else np.minimum(level, 2)


def _is_drawn_down_again(side: Side) -> Column:
    return (side.drawn_down > 0).astype(np.int64)


def _is_drawn_up_again(side: Side) -> Column:
    return (side.drawn_up > 0).astype(np.int64)


def _corrects_surplus(side: Side, up: int) -> Column:
    """Return whether a move up (1) or down (-1) corrects a surplus of moves in the other direction."""
    return (up * (side.drawn_down - side.drawn_up) > 0).astype(np.int64)


def _places(pairs: Pairs, upper: Mask, half: int) -> Matrix:
    pairing, one, other = pairs.field.settings.pairing, pairs.one, pairs.other
    down, up = pairing.draw_down, pairing.draw_up
    return np.where(
        upper,
        _part(one, down, half) + _part(other, up, half),
        _part(one, up, half) + _part(other, down, half),
    )


def _part(side: Side, preferred: DrawPlace, half: int) -> Column:
    part: Column = half * _position(side, preferred) // side.size
    return part


def _position(side: Side, preferred: DrawPlace) -> Column:
    """Return how near each place is to the wanted one, from 0 to size - 1."""
    place, last = side.place, side.size - 1
    if preferred is DrawPlace.TOP:
        return last - place
    if preferred is DrawPlace.BOTTOM:
        return place
    middle: Column = last - np.abs(2 * place - last)
    return middle


def geography(pairs: Pairs) -> Matrix:
    """Return the value of the players' distance, at most ``avoid_same_geography``.

    If the rules say so, two strong players always get all of it, and one strong player half of the rest.
    """
    pairing = pairs.field.settings.pairing
    greatest = pairing.avoid_same_geography
    lost = curve(_distance(pairs), greatest, pairing.nx1_factor)
    value = np.minimum(pairing.minimise_score_difference - lost, greatest)
    if not pairs.field.rules.strong_waive_geography:
        return value
    strong = pairs.one.strong + pairs.other.strong
    return np.choose(strong, [value, (value + greatest) // 2, np.full_like(value, greatest)])


def _distance(pairs: Pairs) -> NDArray[np.float64]:
    """Return the value of a different country and club, as a difference in score groups."""
    field = pairs.field
    groups, factor = field.groups, field.settings.pairing.country_factor
    none = field.rules.no_club_is_none
    worth = 0.0 if field.home_country else min(factor / groups, 1.0)
    country = np.where(_are_different(pairs.one.country, pairs.other.country, none_is_none=none), worth, 0.0)
    club = _club(pairs, _are_different(pairs.one.club, pairs.other.club, none_is_none=none))
    ratio = np.maximum(country, club) + np.minimum(country, club) / 2.0
    return np.where(ratio > 0.0, ratio + 0.5 / groups, 0.0)


def _club(pairs: Pairs, clubs: Mask) -> NDArray[np.float64]:
    """Return the value of another club.

    In one group of clubs it is half of the factor, which OpenGotha raises by a fifth everywhere else.
    """
    field, one, other = pairs.field, pairs.one, pairs.other
    factor, groups = field.settings.pairing.club_factor, field.groups
    apart = factor * 1.2 / groups
    club = np.where(clubs, apart, 0.0)
    if field.club_groups:
        club[clubs & field.clubs_shared[one.club_kind, other.club_kind]] = factor / 2.0 / groups
    if field.home:
        club[one.guest & other.guest] /= 2.0
        club[~one.guest & ~other.guest] = apart
    return np.minimum(club, 1.0)


def _are_different(one: Column, other: Column, *, none_is_none: bool) -> Mask:
    """Return whether two values differ; two empty ones do if ``none_is_none``."""
    differ: Mask = one != other
    return differ | (one == NOWHERE) if none_is_none else differ


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
