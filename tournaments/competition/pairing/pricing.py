"""The prices of a large field: as low as they can be so that no pair beats them (``bounds``)."""

from collections.abc import Sequence

import numpy as np
import rustworkx

from tournaments.competition.pairing.bounds import Prices, settled
from tournaments.competition.pairing.candidates import beating, cheapest, ends, in_order, neighbours
from tournaments.competition.pairing.field import Column, Mask, Matrix
from tournaments.competition.pairing.relaxation import SOME, Relaxation

FIRST, MORE = 15, 6  # pairs of each player that are offered
ROUNDS = 20
SPAN = 30  # score groups


def prices_of(total: Matrix, layers: Sequence[Column]) -> Prices:
    """Prices that no pair beats. ``layers``: columns by which players want equals, the first above all."""
    prices = settled(total)
    relaxed = Relaxation(total, prices)
    relaxed.offer(np.union1d(cheapest(total, prices, FIRST), neighbours(in_order(len(total), layers))))
    for depth in range(len(layers)):
        relaxed.name(odd_runs(layers[: depth + 1]))
    for _ in range(ROUNDS):
        found = relaxed.solve()
        if found is None:
            break
        prices = found
        offered = relaxed.offer(beating(total, prices, MORE))
        named = relaxed.name(_odd_parts(relaxed))
        if not offered and not named:
            break
    return prices.lifted(total)


def odd_runs(layers: Sequence[Column]) -> Mask:
    """Groups of equals, one after the other, with an odd number of players: somebody must leave them."""
    group = np.unique(np.array(layers), axis=1, return_inverse=True)[1]
    known = range(group.max() + 1)
    runs = [
        (group >= first) & (group <= last)
        for start, first in enumerate(known)
        for last in known[start : start + SPAN]
    ]
    return _odd(runs, len(group))


def _odd_parts(relaxed: Relaxation) -> Mask:
    """Where halves are played in an odd circle: players who meet only each other, one too many."""
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * relaxed.n)
    one, other = ends(relaxed.n, relaxed.pairs[: len(relaxed.share)][relaxed.share > SOME])
    graph.add_edges_from_no_data(list(zip(one.tolist(), other.tolist(), strict=True)))
    parts = []
    for part in rustworkx.connected_components(graph):
        inside = np.zeros(relaxed.n, dtype=bool)
        inside[list(part)] = True
        parts.append(inside)
    return _odd(parts, relaxed.n)


def _odd(sets: list[Mask], n: int) -> Mask:
    """Those of odd size, each as the smaller of itself and the rest, without single players."""
    odd = [inside if 2 * inside.sum() <= n else ~inside for inside in sets if inside.sum() % 2]
    return np.array([inside for inside in odd if inside.sum() > 1], dtype=bool).reshape(-1, n)
