"""The matching of greatest weight among everybody who can be matched.

A small field is searched as a whole. The games that go with the prices of a large one (``pricing``) are the
best there are if they are worth what the prices say. Else it is matched from candidates, the pairs that fall
least short of their price (``bounds``); the prices say what no pairing can exceed. A pair that falls shorter
of its price than the total falls short of that bound is in no better pairing: where all the others were
candidates, the total is the optimum.
"""

from collections.abc import Iterator, Sequence
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
from tournaments.competition.pairing.pricing import find_prices

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
    def is_optimal(self) -> bool:
        return self.total == self.bound


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
    pairs = _heaviest(total, _everything(len(total)), np.zeros(len(total), dtype=np.int64))
    worth = _sum(total, pairs)
    return Matching(pairs=_pair_list(total, pairs), total=worth, bound=worth)


def matching_from_candidates(total: Matrix, layers: Layers, most: int) -> Matching:
    """Proved to be the optimum where the prices leave at most ``most`` pairs that could better it."""
    prices, played = find_prices(total, layers)
    for attempt in _attempts(total, prices, layers, played):
        if found := _prove_optimum(total, prices, attempt[1], min(most, len(total) * FEWEST)):
            return found
    candidates, pairs = attempt
    return _prove_optimum(total, prices, pairs, most) or Matching(
        pairs=_pair_list(total, pairs),
        total=_sum(total, pairs),
        bound=prices.bound,
        candidates=len(candidates),
    )


def _attempts(
    total: Matrix, prices: Prices, layers: Layers, played: Column
) -> Iterator[tuple[Column, Column]]:
    """Candidates, and the best found among them: twice as many of each player until that gains nothing."""
    yield played, _complete_matching(total, prices, played)
    always = np.union1d(played, neighbours(in_order(len(total), layers)))
    number, before = FEWEST, None
    while number <= MOST:
        candidates = np.union1d(cheapest(total, prices, number), always)
        pairs = _heaviest(total, candidates, prices.price)
        yield candidates, pairs
        if (worth := _sum(total, pairs)) == before:
            break
        number, before = 2 * number, worth


def _prove_optimum(total: Matrix, prices: Prices, pairs: Column, most: int) -> Matching | None:
    """The optimum: these, or the best from all that could better them; None where that are too many."""
    worth, bound = _sum(total, pairs), prices.bound
    if worth == bound:
        number = at_price(total, prices)
        return Matching(pairs=_pair_list(total, pairs), total=worth, bound=worth, candidates=number)
    left = within(total, prices, PARTS * (bound + 1 - worth), most)
    if left is None:
        return None
    candidates = np.union1d(left, pairs)
    best = _heaviest(total, candidates, prices.price)
    worth = _sum(total, best)
    return Matching(pairs=_pair_list(total, best), total=worth, bound=worth, candidates=len(candidates))


def _complete_matching(total: Matrix, prices: Prices, played: Column) -> Column:
    """The whole games among the pairs that the solver played, and the best among everybody who is left."""
    n = len(total)
    one, other = ends(n, played)
    games = np.bincount(np.concatenate([one, other]), minlength=n)
    whole = (games[one] == 1) & (games[other] == 1)
    left = np.setdiff1d(np.arange(n), np.concatenate([one[whole], other[whole]]))
    few, own = total[np.ix_(left, left)], prices.among(left)
    index = np.searchsorted(left, np.stack([one[~whole], other[~whole]]))
    candidates = np.union1d(_candidate_pairs(few, own), keys(len(left), *index))
    first, second = ends(len(left), _heaviest(few, candidates, own.price))
    return np.sort(np.concatenate([played[whole], keys(n, left[first], left[second])]))


def _candidate_pairs(total: Matrix, prices: Prices) -> Column:
    """All pairs of a few players, the best of many."""
    n = len(total)
    if n <= DENSE_UP_TO:
        return _everything(n)
    return np.union1d(cheapest(total, prices, 2 * FEWEST), neighbours(np.arange(n)))


def _heaviest(total: Matrix, candidates: Column, price: Column) -> Column:
    """The perfect matching of greatest weight, exactly: rustworkx takes integers below 2**100.

    Every perfect matching pays each player's ``price`` once, so that which is best does not depend on it.
    It is found sooner the less its pairs fall short of their prices: the search begins where nobody does.
    """
    one, other = ends(len(total), candidates)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(total)))
    weight = PARTS * total[one, other] - price[one] - price[other]
    graph.add_edges_from(list(zip(one.tolist(), other.tolist(), weight.tolist(), strict=True)))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = np.array(sorted(matched), dtype=np.int64).reshape(-1, 2)
    return np.sort(keys(len(total), pairs[:, 0], pairs[:, 1]))


def _everything(n: int) -> Column:
    """All pairs of n players."""
    return keys(n, *np.triu_indices(n, k=1))


def _sum(total: Matrix, pairs: Column) -> int:
    """Exact: thousands of pairs may be worth more than 64 bits hold."""
    return sum(total[ends(len(total), pairs)].tolist())


def _pair_list(total: Matrix, pairs: Column) -> list[tuple[int, int]]:
    one, other = ends(len(total), pairs)
    return list(zip(one.tolist(), other.tolist(), strict=True))
