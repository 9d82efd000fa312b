"""The matching of greatest weight among everybody who can be matched."""

from collections.abc import Sequence

import numpy as np
import rustworkx

from tournaments.pairing.field import Matrix


def best_matching(total: Matrix, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Index pairs (smaller first, sorted) that match all of ``nodes`` with the greatest sum of ``total``.

    The dense graph is searched exactly. Where several matchings are equally good, the order of ``nodes``
    decides: the same nodes in the same order always give the same pairs.
    """
    chosen = np.array(nodes, dtype=np.int64)
    one, other = np.triu_indices(len(chosen), k=1)
    weight = total[chosen[one], chosen[other]]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(nodes))
    graph.add_edges_from(list(zip(one.tolist(), other.tolist(), weight.tolist(), strict=True)))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(nodes[i], nodes[j]), max(nodes[i], nodes[j])) for i, j in matched)
