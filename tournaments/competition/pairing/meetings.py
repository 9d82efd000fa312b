"""Families, guests and groups made by hand: who must, and who must not, meet."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tournaments.competition.history import MeetingKind
from tournaments.competition.pairing.field import Field, Matrix


def meetings(field: Field) -> Matrix:
    """The setting's value for two who must meet and have not met, as much less for two who must not.

    Nothing for everybody else, so that it changes no total where nobody asked for anything. Two in groups of
    both kinds must not meet.
    """
    value = np.zeros(field.met.shape, dtype=np.int64)
    greatest = field.settings.pairing.meetings
    by_kind = sorted(field.meetings, key=lambda group: group.kind is MeetingKind.MUST_NOT)
    for group in by_kind:
        for i, j in combinations(_present(group.members, field), 2):
            worth = -greatest if group.kind is MeetingKind.MUST_NOT else 0 if field.met[i, j] else greatest
            value[i, j] = value[j, i] = worth
    return value


def _present(members: Sequence[str], field: Field) -> list[int]:
    index = {id_: i for i, id_ in enumerate(field.ids)}
    return [index[id_] for id_ in members if id_ in index]
