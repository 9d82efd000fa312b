"""Upper bounds of a pairing's total: prices that no pair exceeds.

Give every player a price, and let a pair pay a toll for every odd set of players that contains one of the
two. If no pair's value exceeds the prices of its two players less its tolls, then no pairing's value exceeds
all prices less all tolls: each player is in one pair, and at least one pair leaves each odd set. This is the
dual of the matching problem (Edmonds 1965). It can be checked without knowing the
source of the prices: here they come from ``relaxation``, whose floats only affect how tight the bound is.

Prices and tolls are integers, in sixteenths of a unit of weight: most are halves, and the rounding of the
others adds up to less than one over thousands of players.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tournaments.competition.pairing.field import Column, Mask, Matrix

PARTS = 16
INFINITE_SHORTFALL = 2**61  # from any price, as nobody meets themselves
PAIRS_PER_BLOCK = 2**17  # pairs: a block of them fits into the processor's cache
AVERAGING_ROUNDS = 3  # rounds of averaging: after more, the solver takes longer


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Prices:
    """The prices of players and the tolls of odd sets.

    ``price`` of each of n players; ``kind``: players in the same odd sets; ``toll`` from kind to kind.
    ``tolls``: the sum of the tolls of all sets.
    """

    price: Column
    kind: Column
    toll: Matrix
    tolls: int = 0

    @property
    def bound(self) -> int:
        """Return the bound: no pairing has a greater total once no pair exceeds its price (``raise_to``)."""
        prices: list[int] = self.price.tolist()
        return (sum(prices) - self.tolls) // PARTS

    def shortfalls(self, total: Matrix) -> Iterator[tuple[int, Matrix]]:
        """Yield how far each pair falls short of its price: the first row of a block, and the block."""
        height = max(1, PAIRS_PER_BLOCK // max(1, len(total)))
        for first in range(0, len(total), height):
            rows = slice(first, first + height)
            block = self.price[rows, None] + self.price[None, :]
            block -= PARTS * total[rows]
            if self.tolls:
                block -= self.toll[self.kind[rows]][:, self.kind]
            diagonal = np.arange(len(block))
            block[diagonal, diagonal + first] = INFINITE_SHORTFALL
            yield first, block

    def of_players(self, chosen: Column) -> "Prices":
        """Return the prices of these players (indices) alone; their sum is no bound of this field."""
        return replace(self, price=self.price[chosen], kind=self.kind[chosen])

    def raise_to(self, total: Matrix) -> "Prices":
        """Return prices raised where a pair exceeded its price: by half of the difference for each player."""
        least = np.concatenate([block.min(axis=1) for _, block in self.shortfalls(total)])
        return replace(self, price=self.price + (np.maximum(-least, 0) + 1) // 2)


def prices_without_tolls(price: Column) -> Prices:
    return Prices(price=price, kind=np.zeros_like(price), toll=np.zeros((1, 1), dtype=np.int64))


def prices_with_tolls(price: Column, sets: Mask, tolls: Column) -> Prices:
    """Return prices with a toll, of at least 0, for leaving each of ``sets`` (c x n, odd sizes)."""
    if not tolls.any():
        return prices_without_tolls(price)
    member, kind = np.unique(sets[tolls > 0], axis=1, return_inverse=True)
    paid = tolls[tolls > 0]
    inside = (member * paid[:, None]).T @ member.astype(np.int64)
    alone = np.diag(inside)
    return Prices(
        price=price,
        kind=kind.astype(np.int64),
        toll=alone[:, None] + alone[None, :] - 2 * inside,
        tolls=sum(paid.tolist()),
    )


def initial_prices(total: Matrix) -> Prices:
    """Return initial prices: each player asks half of the surplus of their best pair."""
    price = _best_surplus(total, np.zeros(len(total), dtype=np.int64)) // 2
    for _ in range(AVERAGING_ROUNDS):
        price = (price + _best_surplus(total, price)) // 2
    return prices_without_tolls(price)


def _best_surplus(total: Matrix, price: Column) -> Column:
    """Return the best value that each player's pairs leave when the other's price is paid."""
    blocks = prices_without_tolls(price).shortfalls(total)
    surpluses = [price[first : first + len(block)] - block.min(axis=1) for first, block in blocks]
    return np.concatenate(surpluses)
