"""The prices of a large field: as low as possible without a pair that exceeds them (``bounds``)."""

from collections.abc import Sequence

import numpy as np
import rustworkx

from tournaments.competition.pairing.bounds import Prices, initial_prices, prices_without_tolls
from tournaments.competition.pairing.candidates import (
    best_pairs_of_each,
    neighbour_pairs,
    pairs_above_price,
    players_of_keys,
    sorted_indices,
)
from tournaments.competition.pairing.field import Column, Mask, Matrix
from tournaments.competition.pairing.relaxation import Relaxation

FIRST, MORE = 10, 4  # pairs offered for each player
ROUNDS, FEW_ROUNDS = 20, 4
NAMED = 40  # sets named of each kind, at once
CIRCLES = 2  # rounds in which only odd circles are named: more cost more than the final matching
PIECE = 400  # players, at least
SPAN = 30  # score groups


def find_prices(total: Matrix, layers: Sequence[Column]) -> tuple[Prices, Column]:
    """Return prices that no pair exceeds, and the solver's pairs, those with a whole or partial game.

    ``layers``: columns by which players should be equal, the first above all.
    """
    prices, played = _solve_relaxation(total, layers, _initial_prices(total, layers), ROUNDS)
    return prices.raise_to(total), played


def _initial_prices(total: Matrix, layers: Sequence[Column]) -> Prices:
    """Return initial prices: those of the first layer's groups, each solved alone.

    Most games are inside a group, and many small programmes are solved quickly.
    """
    pieces = split_by_layer(layers)
    if len(pieces) == 1:
        return initial_prices(total)
    price = np.zeros(len(total), dtype=np.int64)
    for piece in pieces:
        part, own = total[np.ix_(piece, piece)], [layer[piece] for layer in layers]
        price[piece] = _solve_relaxation(part, own, initial_prices(part), FEW_ROUNDS)[0].price
    return prices_without_tolls(price)


def split_by_layer(layers: Sequence[Column]) -> list[Column]:
    """Return all players, split where the first of ``layers`` changes, into pieces of even size."""
    order = sorted_indices(len(layers[0]), layers) if layers else np.zeros(0, dtype=np.int64)
    first = layers[0][order] if layers else order
    cuts = [0]
    for edge in (np.flatnonzero(np.diff(first)) + 1).tolist():
        cut = edge + edge % 2
        if cut - cuts[-1] >= PIECE and len(order) - cut >= PIECE:
            cuts.append(cut)
    return np.split(order, cuts[1:])


def _solve_relaxation(
    total: Matrix, layers: Sequence[Column], prices: Prices, rounds: int
) -> tuple[Prices, Column]:
    """Return prices that hardly any pair exceeds, and the pairs with games, after at most so many rounds."""
    relaxed = Relaxation(total, prices)
    relaxed.allow_pairs(
        np.union1d(
            best_pairs_of_each(total, prices, FIRST), neighbour_pairs(sorted_indices(len(total), layers))
        )
    )
    runs = [odd_groups(layers[: depth + 1]) for depth in range(len(layers))]
    alone = 0
    for _ in range(rounds):
        found = relaxed.solve()
        if found is None:
            break
        prices = found
        offered = relaxed.allow_pairs(pairs_above_price(total, prices, MORE))
        named = sum(relaxed.require_games(_smallest_sets(relaxed.crowded_sets(sets))) for sets in runs)
        circles = relaxed.require_games(_odd_circles(relaxed))
        alone += not offered and not named
        if alone and (not circles or alone == CIRCLES):
            break
    return prices, relaxed.played_pairs


def odd_groups(layers: Sequence[Column]) -> Mask:
    """Return consecutive groups of equals with an odd number of players: one player must leave them."""
    group = np.unique(np.array(layers), axis=1, return_inverse=True)[1]
    known = range(group.max() + 1)
    runs = [
        (group >= first) & (group <= last)
        for start, first in enumerate(known)
        for last in known[start : start + SPAN]
    ]
    return _sets_of_odd_size(runs, len(group))


def _smallest_sets(sets: Mask) -> Mask:
    """Return the smallest sets, since most of the hundreds that are crowded only contain smaller ones."""
    return sets[np.argsort(sets.sum(axis=1), kind="stable")[:NAMED]]


def _odd_circles(relaxed: Relaxation) -> Mask:
    """Return odd circles with half games: players who meet only each other, one too many."""
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * relaxed.n)
    one, other = players_of_keys(relaxed.n, relaxed.played_pairs)
    graph.add_edges_from_no_data(list(zip(one.tolist(), other.tolist(), strict=True)))
    parts = []
    for part in rustworkx.connected_components(graph):
        inside = np.zeros(relaxed.n, dtype=bool)
        inside[list(part)] = True
        parts.append(inside)
    return _sets_of_odd_size(parts, relaxed.n)


def _sets_of_odd_size(sets: list[Mask], n: int) -> Mask:
    """Return the sets of odd size, each as the smaller of itself and the rest, without single players."""
    odd = [inside if 2 * inside.sum() <= n else ~inside for inside in sets if inside.sum() % 2]
    return np.array([inside for inside in odd if inside.sum() > 1], dtype=bool).reshape(-1, n)
