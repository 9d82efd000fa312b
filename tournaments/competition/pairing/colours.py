"""The choice of colours."""

from tournaments.competition.pairing import draw
from tournaments.competition.pairing.field import Field


def assign_colours(field: Field, i: int, j: int, handicap: int) -> tuple[int, int]:
    """Return the two as (white, black).

    With stones the stronger is White; else the one who had White less often; else the stored draw decides.
    """
    if handicap:
        return (i, j) if field.strength[i] > field.strength[j] else (j, i)
    if field.balance[i] != field.balance[j]:
        return (i, j) if field.balance[i] < field.balance[j] else (j, i)
    one, other = sorted((i, j), key=field.ids.__getitem__)
    drawn = draw.draw_keys(field.seed, field.round, "colours", (field.ids[one], field.ids[other]))
    return (one, other) if draw.draws_between(drawn[:1], drawn[1:], 1)[0] else (other, one)
