"""Draw-up and draw-down: players who leave their score group to meet a player of another group."""

import numpy as np

from tournaments.competition.pairing.compared import Pairs, Side, difference
from tournaments.competition.pairing.field import Column, Mask, Matrix
from tournaments.competition.settings import DrawPlace


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
