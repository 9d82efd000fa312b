"""Pairs to be weighed: the columns of their two players, which broadcast against each other.

A whole row of pairs, a block of the matrix and a list of single pairs look the same to a criterion: the
indices of the two players determine the shape of the result.
"""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.pairing.draw import Keys
from tournaments.competition.pairing.field import Column, Counts, Field, Mask


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """One of the two players of each pair; the columns are those of ``Field``."""

    category: Column
    score: Column
    score2: Column
    group: Column
    place: Column
    size: Column
    balance: Column
    drawn_up: Column
    drawn_down: Column
    strength: Column
    strong: Column
    level: Column
    country: Column
    club: Column
    club_kind: Column
    guest: Mask
    random_key: Keys
    seeding_key: Keys


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairs:
    """The pairs of ``field`` at the indices ``i`` and ``j``, with both players' columns."""

    field: Field
    i: Column
    j: Column
    one: Side
    other: Side
    met: Counts

    @property
    def shape(self) -> tuple[int, ...]:
        return self.met.shape


def pairs_of(field: Field, i: Column, j: Column) -> Pairs:
    """Return the pairs of ``i`` and ``j``, two arrays of indices that broadcast against each other."""
    return Pairs(field=field, i=i, j=j, one=_side(field, i), other=_side(field, j), met=field.met[i, j])


def all_pairs(field: Field) -> Pairs:
    """Return all pairs of the field, as the whole matrix."""
    all_ = np.arange(len(field.ids))
    return pairs_of(field, all_[:, None], all_[None, :])


def difference(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the absolute difference of two numbers."""
    distance: NDArray[np.int64] = np.abs(one - other)
    return distance


def _side(field: Field, nodes: Column) -> Side:
    return Side(**{column.name: getattr(field, column.name)[nodes] for column in fields(Side)})
