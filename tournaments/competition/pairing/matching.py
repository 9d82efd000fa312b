"""The matching of greatest weight among all players who can be matched.

A small field is searched completely. In a large field, the games found with the prices (``pricing``) are
optimal if their total equals the bound. Otherwise the field is matched from candidates, the pairs that fall
least short of their price (``bounds``); the prices give an upper bound. A pair that falls shorter of its
price than the total falls short of that bound is in no better pairing: if all other pairs were candidates,
the total is the optimum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import rustworkx

from tournaments.competition.pairing.bounds import PARTS, Prices
from tournaments.competition.pairing.candidates import (
    best_pairs_of_each,
    count_pairs_at_price,
    neighbour_pairs,
    pair_keys,
    pairs_within_gap,
    players_of_keys,
    sorted_indices,
)
from tournaments.competition.pairing.field import Column, Layers, Matrix
from tournaments.competition.pairing.pricing import find_prices

DENSE_UP_TO = 200  # players: below it, matching all pairs is as fast
FEWEST, MOST = 8, 256  # candidates of each player


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """A matching and its bound.

    ``pairs``: indices, the smaller first, sorted. No pairing has a greater total than ``bound``.
    ``candidates``: the number of pairs from which it was chosen, or could have been; 0 for all pairs.
    """

    pairs: list[tuple[int, int]]
    total: int
    bound: int
    candidates: int = 0

    @property
    def is_optimal(self) -> bool:
        return self.total == self.bound


def matching_of(total: Matrix, nodes: Sequence[int], layers: Layers = ()) -> Matching:
    """Match all of ``nodes`` (indices, an even number) with the greatest sum of ``total``.

    ``layers``: columns by which players should be equal, above all the score group. Odd numbers of players in
    them keep the total of a large field below the sum of the players' best pairs. If several matchings are
    equally good, the order of ``nodes`` decides: the same nodes in the same order always give the same pairs.
    """
    among, own = _matching_among(total, nodes, layers)
    if len(nodes) <= DENSE_UP_TO:
        found = dense_matching(among)
    else:
        found = matching_from_candidates(among, own, most=len(nodes) * MOST // 2)
    pairs = sorted((min(nodes[i], nodes[j]), max(nodes[i], nodes[j])) for i, j in found.pairs)
    return replace(found, pairs=pairs)


def optimum_of(total: Matrix, nodes: Sequence[int], layers: Layers) -> int:
    """Return the proved total of the best matching; for 2,000 players this takes minutes."""
    among, own = _matching_among(total, nodes, layers)
    return matching_from_candidates(among, own, most=len(nodes) ** 2).total


def _matching_among(total: Matrix, nodes: Sequence[int], layers: Layers) -> tuple[Matrix, Layers]:
    chosen = np.array(nodes, dtype=np.int64)
    everybody = len(chosen) == len(total) and bool((chosen == np.arange(len(total))).all())
    return total if everybody else total[np.ix_(chosen, chosen)], [layer[chosen] for layer in layers]


def dense_matching(total: Matrix) -> Matching:
    """Return the best matching of all pairs."""
    pairs = _heaviest(total, _all_pairs(len(total)), np.zeros(len(total), dtype=np.int64))
    worth = _exact_sum(total, pairs)
    return Matching(pairs=_pair_list(total, pairs), total=worth, bound=worth)


def matching_from_candidates(total: Matrix, layers: Layers, most: int) -> Matching:
    """Return a matching, proved optimal if at most ``most`` pairs could improve it by the prices."""
    prices, played = find_prices(total, layers)
    for attempt in _attempts(total, prices, layers, played):
        if found := _prove_optimum(total, prices, attempt[1], min(most, len(total) * FEWEST)):
            return found
    candidates, pairs = attempt
    return _prove_optimum(total, prices, pairs, most) or Matching(
        pairs=_pair_list(total, pairs),
        total=_exact_sum(total, pairs),
        bound=prices.bound,
        candidates=len(candidates),
    )


def _attempts(
    total: Matrix, prices: Prices, layers: Layers, played: Column
) -> Iterator[tuple[Column, Column]]:
    """Yield candidates and their best matching, doubling the number per player while that improves it."""
    yield played, _complete_matching(total, prices, played)
    always = np.union1d(played, neighbour_pairs(sorted_indices(len(total), layers)))
    number, before = FEWEST, None
    while number <= MOST:
        candidates = np.union1d(best_pairs_of_each(total, prices, number), always)
        pairs = _heaviest(total, candidates, prices.price)
        yield candidates, pairs
        if (worth := _exact_sum(total, pairs)) == before:
            break
        number, before = 2 * number, worth


def _prove_optimum(total: Matrix, prices: Prices, pairs: Column, most: int) -> Matching | None:
    """Return the optimum: these pairs, or the best of all that could improve them; None if too many could."""
    worth, bound = _exact_sum(total, pairs), prices.bound
    if worth == bound:
        number = count_pairs_at_price(total, prices)
        return Matching(pairs=_pair_list(total, pairs), total=worth, bound=worth, candidates=number)
    remaining = pairs_within_gap(total, prices, PARTS * (bound + 1 - worth), most)
    if remaining is None:
        return None
    candidates = np.union1d(remaining, pairs)
    best = _heaviest(total, candidates, prices.price)
    worth = _exact_sum(total, best)
    return Matching(pairs=_pair_list(total, best), total=worth, bound=worth, candidates=len(candidates))


def _complete_matching(total: Matrix, prices: Prices, played: Column) -> Column:
    """Match the whole games among the solver's pairs, and find the best matching of the other players."""
    n = len(total)
    one, other = players_of_keys(n, played)
    games = np.bincount(np.concatenate([one, other]), minlength=n)
    whole = (games[one] == 1) & (games[other] == 1)
    remaining = np.setdiff1d(np.arange(n), np.concatenate([one[whole], other[whole]]))
    few, own = total[np.ix_(remaining, remaining)], prices.of_players(remaining)
    index = np.searchsorted(remaining, np.stack([one[~whole], other[~whole]]))
    candidates = np.union1d(_candidate_pairs(few, own), pair_keys(len(remaining), *index))
    first, second = players_of_keys(len(remaining), _heaviest(few, candidates, own.price))
    return np.sort(np.concatenate([played[whole], pair_keys(n, remaining[first], remaining[second])]))


def _candidate_pairs(total: Matrix, prices: Prices) -> Column:
    """Return all pairs of a few players, the best pairs of many."""
    n = len(total)
    if n <= DENSE_UP_TO:
        return _all_pairs(n)
    return np.union1d(best_pairs_of_each(total, prices, 2 * FEWEST), neighbour_pairs(np.arange(n)))


def _heaviest(total: Matrix, candidates: Column, price: Column) -> Column:
    """Return the perfect matching of greatest weight, exactly: rustworkx takes integers below 2**100.

    Every perfect matching pays each player's ``price`` once, so the best one does not depend on it. The less
    the pairs fall short of their prices, the faster the search, which begins at zero.
    """
    one, other = players_of_keys(len(total), candidates)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(total)))
    weight = PARTS * total[one, other] - price[one] - price[other]
    graph.add_edges_from(list(zip(one.tolist(), other.tolist(), weight.tolist(), strict=True)))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = np.array(sorted(matched), dtype=np.int64).reshape(-1, 2)
    return np.sort(pair_keys(len(total), pairs[:, 0], pairs[:, 1]))


def _all_pairs(n: int) -> Column:
    """Return all pairs of n players."""
    return pair_keys(n, *np.triu_indices(n, k=1))


def _exact_sum(total: Matrix, pairs: Column) -> int:
    """Return the exact sum, which may exceed 64 bits for thousands of pairs."""
    return sum(total[players_of_keys(len(total), pairs)].tolist())


def _pair_list(total: Matrix, pairs: Column) -> list[tuple[int, int]]:
    one, other = players_of_keys(len(total), pairs)
    return list(zip(one.tolist(), other.tolist(), strict=True))
