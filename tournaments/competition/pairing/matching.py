"""The matching of greatest weight among everybody who can be matched.

A small field is searched as a whole. The games that go with the prices of a large one (``pricing``) are the
best there are if they are worth what the prices say. Else it is matched from candidates, the pairs that fall
least short of their price (``bounds``); the prices say what no pairing can exceed. A pair that falls shorter
of its price than the total falls short of that bound is in no better pairing: where all the others were
candidates, the total is the optimum.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import rustworkx

from tournaments.competition.pairing.bounds import PARTS, Prices
from tournaments.competition.pairing.candidates import (
    at_price,
    cheapest,
    ends,
    in_order,
    keys,
    neighbours,
    within,
)
from tournaments.competition.pairing.field import Column, Layers, Matrix
from tournaments.competition.pairing.pricing import priced

DENSE_UP_TO = 200  # players: there all pairs are matched as quickly
FEWEST, MOST = 8, 256  # candidates of each player


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """``pairs``: indices, the smaller first, sorted. No pairing has a greater total than ``bound``.

    ``candidates``: from how many pairs it was chosen, or could have been; 0 for all there are.
    """

    pairs: list[tuple[int, int]]
    total: int
    bound: int
    candidates: int = 0

    @property
    def proved(self) -> bool:
        return self.total == self.bound


def best_matching(total: Matrix, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of ``matching_of``."""
    return matching_of(total, nodes).pairs


def matching_of(total: Matrix, nodes: Sequence[int], layers: Layers = ()) -> Matching:
    """All of ``nodes`` (indices, an even number) matched with the greatest sum of ``total``.

    ``layers``: columns by which players want equals, above all the score group. Odd numbers in them are what
    keeps a large field below the sum of what its players could have alone. Where several matchings are
    equally good, the order of ``nodes`` decides: the same nodes in the same order always give the same pairs.
    """
    among, own = _among(total, nodes, layers)
    if len(nodes) <= DENSE_UP_TO:
        found = dense_matching(among)
    else:
        found = matching_from_candidates(among, own, most=len(nodes) * MOST // 2)
    pairs = sorted((min(nodes[i], nodes[j]), max(nodes[i], nodes[j])) for i, j in found.pairs)
    return replace(found, pairs=pairs)


def optimum_of(total: Matrix, nodes: Sequence[int], layers: Layers) -> int:
    """The total of the best matching, proved however long it takes: minutes for 2,000 players."""
    among, own = _among(total, nodes, layers)
    return matching_from_candidates(among, own, most=len(nodes) ** 2).total


def _among(total: Matrix, nodes: Sequence[int], layers: Layers) -> tuple[Matrix, Layers]:
    chosen = np.array(nodes, dtype=np.int64)
    everybody = len(chosen) == len(total) and bool((chosen == np.arange(len(total))).all())
    return total if everybody else total[np.ix_(chosen, chosen)], [layer[chosen] for layer in layers]


def dense_matching(total: Matrix) -> Matching:
    """Of all pairs there are."""
    pairs = _heaviest(total, keys(len(total), *np.triu_indices(len(total), k=1)))
    worth = _sum(total, pairs)
    return Matching(pairs=_listed(total, pairs), total=worth, bound=worth)


def matching_from_candidates(total: Matrix, layers: Layers, most: int) -> Matching:
    """Proved to be the optimum where the prices leave at most ``most`` pairs that could better it."""
    prices, made = priced(total, layers)
    whole = _completed(total, made)
    found = None if whole is None else _proved(total, prices, whole, min(most, len(total) * FEWEST))
    if found:
        return found
    candidates, pairs = _standing_still(total, prices, in_order(len(total), layers))
    return _proved(total, prices, pairs, most) or Matching(
        pairs=_listed(total, pairs),
        total=_sum(total, pairs),
        bound=prices.bound,
        candidates=len(candidates),
    )


def _proved(total: Matrix, prices: Prices, pairs: Column, most: int) -> Matching | None:
    """The optimum: these, or the best from all that could better them; None where that are too many."""
    worth, bound = _sum(total, pairs), prices.bound
    if worth == bound:
        number = at_price(total, prices)
        return Matching(pairs=_listed(total, pairs), total=worth, bound=worth, candidates=number)
    left = within(total, prices, PARTS * (bound + 1 - worth), most)
    if left is None:
        return None
    candidates = np.union1d(left, pairs)
    best = _heaviest(total, candidates)
    worth = _sum(total, best)
    return Matching(pairs=_listed(total, best), total=worth, bound=worth, candidates=len(candidates))


def _completed(total: Matrix, made: Column) -> Column | None:
    """The pairs that were made and the best among everybody who is left; None where too many are."""
    left = np.setdiff1d(np.arange(len(total)), np.concatenate(ends(len(total), made)))
    if len(left) > DENSE_UP_TO:
        return None
    few = total[np.ix_(left, left)]
    one, other = ends(len(left), _heaviest(few, keys(len(left), *np.triu_indices(len(left), k=1))))
    return np.sort(np.concatenate([made, keys(len(total), left[one], left[other])]))


def _standing_still(total: Matrix, prices: Prices, order: Column) -> tuple[Column, Column]:
    """Candidates, and the matching from them: twice as many of each player until that gains nothing."""
    number, before = FEWEST, None
    while True:
        candidates = np.union1d(cheapest(total, prices, number), neighbours(order))
        pairs = _heaviest(total, candidates)
        worth = _sum(total, pairs)
        if worth in (before, prices.bound) or number >= MOST:
            return candidates, pairs
        number, before = 2 * number, worth


def _heaviest(total: Matrix, candidates: Column) -> Column:
    """The perfect matching of greatest weight, exactly: rustworkx takes integers below 2**100."""
    one, other = ends(len(total), candidates)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(total)))
    weight = total[one, other]
    graph.add_edges_from(list(zip(one.tolist(), other.tolist(), weight.tolist(), strict=True)))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = np.array(sorted(matched), dtype=np.int64).reshape(-1, 2)
    return np.sort(keys(len(total), pairs[:, 0], pairs[:, 1]))


def _sum(total: Matrix, pairs: Column) -> int:
    """Exact: thousands of pairs may be worth more than 64 bits hold."""
    return sum(total[ends(len(total), pairs)].tolist())


def _listed(total: Matrix, pairs: Column) -> list[tuple[int, int]]:
    one, other = ends(len(total), pairs)
    return list(zip(one.tolist(), other.tolist(), strict=True))
