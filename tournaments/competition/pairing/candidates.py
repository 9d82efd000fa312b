"""The candidate pairs of a large field: those that fall least short of their price (``bounds``).

A pair is a key, smaller index * n + greater, so that sets of pairs are sorted arrays without duplicates.
"""

from collections.abc import Sequence

import numpy as np

from tournaments.competition.pairing.bounds import INFINITE_SHORTFALL, PARTS, Prices
from tournaments.competition.pairing.field import Column, Matrix


def best_pairs_of_each(total: Matrix, prices: Prices, number: int) -> Column:
    """Return for each player the ``number`` pairs that fall least short."""
    n = len(total)
    number = min(number, n - 1)
    chosen = []
    for first, block in prices.shortfalls(total):
        least = np.argpartition(block, number - 1, axis=1)[:, :number]
        chosen.append(pair_keys(n, np.repeat(np.arange(first, first + len(block)), number), least.ravel()))
    return np.unique(np.concatenate(chosen))


def pairs_within_gap(total: Matrix, prices: Prices, gap: int, most: int) -> Column | None:
    """Return all pairs that fall at most ``gap`` short; None if there are more than ``most``."""
    chosen: list[Column] = []
    number = 0
    for first, block in prices.shortfalls(total):
        one, other = np.nonzero(block <= min(gap, INFINITE_SHORTFALL - 1))
        above = one + first < other
        chosen.append(pair_keys(len(total), one[above] + first, other[above]))
        number += len(chosen[-1])
        if number > most:
            return None
    return np.concatenate(chosen)


def count_pairs_at_price(total: Matrix, prices: Prices) -> int:
    """Return the number of pairs less than one short: a matching that reaches the bound has no others."""
    return sum(int((block < PARTS).sum()) for _, block in prices.shortfalls(total)) // 2


def pairs_above_price(total: Matrix, prices: Prices, number: int) -> Column:
    """Return for each player up to ``number`` pairs whose value exceeds their price."""
    n = len(total)
    number = min(number, n - 1)
    chosen = []
    for first, block in prices.shortfalls(total):
        rows = np.flatnonzero(block.min(axis=1) < 0)
        least = np.argpartition(block[rows], number - 1, axis=1)[:, :number]
        one = np.repeat(rows, number)
        worth = block[one, least.ravel()] < 0
        chosen.append(pair_keys(n, one[worth] + first, least.ravel()[worth]))
    return np.unique(np.concatenate(chosen))


def sorted_indices(n: int, layers: Sequence[Column]) -> Column:
    """Return all indices ordered by the first of ``layers``, then the next; equals in their own order."""
    return np.lexsort((np.arange(n), *reversed(layers)))


def neighbour_pairs(order: Column) -> Column:
    """Return the pairs of each with the next three in the order: they allow a complete matching."""
    n = len(order)
    return np.unique(np.concatenate([pair_keys(n, order[:-step], order[step:]) for step in (1, 2, 3)]))


def pair_keys(n: int, one: Column, other: Column) -> Column:
    """Return the key of each pair, independent of the order of the two."""
    key: Column = np.minimum(one, other) * n + np.maximum(one, other)
    return key


def players_of_keys(n: int, key: Column) -> tuple[Column, Column]:
    """Return the two players of each pair, the smaller index first."""
    return key // n, key % n
