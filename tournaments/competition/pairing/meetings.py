"""Meetings required or forbidden by directors: families, guests and manual groups."""

from collections.abc import Sequence

import numpy as np

from tournaments.competition.history import MeetingKind
from tournaments.competition.pairing.compared import Pairs
from tournaments.competition.pairing.field import Field, Mask, Matrix


def meetings(pairs: Pairs) -> Matrix:
    """Return the setting's value for two who must meet and have not met, minus it for two who must not.

    It is 0 for everybody else, so that it changes no total without such groups. Two in groups of both kinds
    must not meet.
    """
    field = pairs.field
    value = np.zeros(pairs.shape, dtype=np.int64)
    greatest = field.settings.pairing.meetings
    by_kind = sorted(field.meetings, key=lambda group: group.kind is MeetingKind.MUST_NOT)
    for group in by_kind:
        present = _present_members(group.members, field)
        both = present[pairs.i] & present[pairs.j]
        kept = group.kind is MeetingKind.MUST_NOT
        value[both] = -greatest if kept else np.where(pairs.met[both], 0, greatest)
    return value


def _present_members(members: Sequence[str], field: Field) -> Mask:
    return np.isin(np.array(field.ids), np.array(members, dtype=str))
