"""Club groups: clubs of one group are nearer to each other than others (``geography``)."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import ClubGroup

NOWHERE = -1
"""The code for an unknown club or country."""


def club_key(club: str) -> str:
    """Return the key of a club in groups, independent of case, as in OpenGotha."""
    return club.casefold()


def home_value(values: Sequence[str], above: int) -> str:
    """Return the club, or country, of more than ``above`` percent of the players, or ""."""
    value, number = Counter(values).most_common(1)[0] if values else ("", 0)
    return value if 100 * number > above * len(values) else ""


def value_codes(values: Sequence[str]) -> NDArray[np.int64]:
    """Return a number for each value, the same for equal ones; ``NOWHERE`` for the empty one."""
    names = np.array(values, dtype=str)
    codes = np.unique(names, return_inverse=True)[1].astype(np.int64)
    return np.where(names == "", NOWHERE, codes)


def clubs_in_one_group(
    clubs: Sequence[str], groups: Iterable[ClubGroup]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return each club's kind, and a matrix (k x k): whether one of the ``groups`` has both kinds."""
    known, codes = np.unique(np.array(list(map(club_key, clubs)), dtype=str), return_inverse=True)
    index = {club: i for i, club in enumerate(known.tolist())}
    shared: NDArray[np.bool_] = np.zeros((len(known), len(known)), dtype=bool)
    for group in groups:
        members = [index[key] for key in map(club_key, group.clubs) if key in index]
        shared[np.ix_(members, members)] = True
    return codes.astype(np.int64), shared


def group_of_both(one: str, other: str, groups: Iterable[ClubGroup]) -> str:
    """Return the name of the first group with both clubs if they differ; else ""."""
    two = {club_key(one), club_key(other)}
    if len(two) == 1:
        return ""
    return next((group.name for group in groups if two <= set(map(club_key, group.clubs))), "")
