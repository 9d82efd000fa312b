"""Draw-up and draw-down: who leaves their score group to meet somebody of another."""

import numpy as np

from tournaments.competition.history import DrawPlace
from tournaments.competition.pairing.curve import apart
from tournaments.competition.pairing.field import Column, Field, Mask, Matrix


def drawing(field: Field) -> Matrix:
    """Level of the move and the places of both, divided by the fourth power of the distance of categories."""
    weight = field.settings.pairing.draw_weight // 5
    # Groups count downwards, so the upper of two players has the smaller number.
    upper = field.group[:, None] < field.group[None, :]
    value = _level(field, upper) * weight + _places(field, upper, weight // 2)
    value //= (apart(field.category) + 1) ** 4
    return np.where(_counts(field), value, 0)


def _counts(field: Field) -> Mask:
    distance = apart(field.group)
    limit = field.rules.draw_limit
    return (distance > 0) & (distance < limit) if limit is not None else distance > 0


def _level(field: Field, upper: Mask) -> Matrix:
    """How welcome the move is, from 0 to 4; an innocent one is 2.

    One less for each who moves again as they have moved before; then, unless that leaves 0, one more for each
    whose surplus of moves it corrects.
    """
    up, down = field.drawn_up[:, None], field.drawn_down[:, None]
    again = np.where(upper, down > 0, up > 0).astype(np.int64)
    corrects = np.where(upper, up > down, down > up).astype(np.int64)
    level = 2 - again - again.T
    level = np.where(level == 0, 0, level + corrects + corrects.T)
    return level if field.settings.pairing.compensate_draws else np.minimum(level, 2)


def _places(field: Field, upper: Mask, half: int) -> Matrix:
    pairing = field.settings.pairing
    as_upper = half * _position(field, pairing.draw_down) // field.size
    as_lower = half * _position(field, pairing.draw_up) // field.size
    own = np.where(upper, as_upper[:, None], as_lower[:, None])
    both: Matrix = own + own.T
    return both


def _position(field: Field, wanted: DrawPlace) -> Column:
    """How near, from 0 to size - 1, each one's place is to the wanted one."""
    place, last = field.place, field.size - 1
    if wanted is DrawPlace.TOP:
        return last - place
    if wanted is DrawPlace.BOTTOM:
        return place
    middle: Column = last - np.abs(2 * place - last)
    return middle
