"""Every possible pair of a round and its costs, and the costs of a given pairing.

The costs of a given pairing serve to prove a past one, and to weigh a manual edit before it is made.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.competition.history import History
from tournaments.competition.pairing.bounds import PAIRS_PER_BLOCK
from tournaments.competition.pairing.compared import Pairs, all_pairs, pairs_of
from tournaments.competition.pairing.criteria import criteria_of
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.field import Field, Layers, Matrix, field_of, layers_of
from tournaments.competition.pairing.rulesets import find_rules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WeightTable:
    """The costs of all pairs.

    ``costs[name][i, j]`` is one cost of the pair ``ids[i]``, ``ids[j]``; ``total`` the sum of them.
    ``layers``: of the field, for ``matching_of``.
    """

    ids: tuple[str, ...]
    costs: Mapping[str, Matrix]
    total: Matrix
    layers: Layers = ()

    def __len__(self) -> int:
        return len(self.ids) * (len(self.ids) - 1) // 2

    def of(self, one: str, other: str) -> dict[str, int]:
        """Return the costs of one pair."""
        return self.at(self.ids.index(one), self.ids.index(other))

    def at(self, i: int, j: int) -> dict[str, int]:
        return {name: int(cost[i, j]) for name, cost in self.costs.items()}

    def rows(self) -> Iterator[tuple[str, str, dict[str, int]]]:
        """Yield every pair once, in the entrants' order, with its costs."""
        for i, one in enumerate(self.ids):
            for j in range(i + 1, len(self.ids)):
                yield one, self.ids[j], self.at(i, j)


def weights(history: History, round_: int, rules: str | None = None, *, seed: int = 0) -> WeightTable:
    """Return the table of everyone present in ``round_``, from the rounds before it.

    ``rules``: a rule set's name, by default the settings'. Raises ``CannotPair`` (``round_out_of_range``,
    ``unknown_rules``, ``unknown_system``).
    """
    named = find_rules(rules or history.settings.pairing.rules)
    return table_of(field_of(history, round_, named, seed))


def table_of(field: Field) -> WeightTable:
    pairs = all_pairs(field)
    costs = {name: cost(pairs) for name, cost in criteria_of(field).items()}
    total: Matrix = sum(costs.values(), start=costs["base"] * 0)
    return WeightTable(ids=field.ids, costs=costs, total=total, layers=layers_of(field))


def total_weights(field: Field, nodes: Sequence[int] | None = None) -> Matrix:
    """Return the sums of the costs without the single costs, each of which takes 200 MB for 5,000 players.

    Of everybody, or of ``nodes``.
    """
    among = np.arange(len(field.ids)) if nodes is None else np.array(nodes, dtype=np.int64)
    total: Matrix = np.empty((len(among), len(among)), dtype=np.int64)
    first = 0
    while first < len(among):
        rows = slice(first, first + max(1, PAIRS_PER_BLOCK // (len(among) - first)))
        block = _total_cost(pairs_of(field, among[rows, None], among[None, first:]))
        total[rows, first:] = block
        total[first:, rows] = block.T
        first = rows.stop
    return total


def _total_cost(pairs: Pairs) -> Matrix:
    total: Matrix = np.zeros(pairs.shape, dtype=np.int64)
    for cost in criteria_of(pairs.field).values():
        total += cost(pairs)
    return total


def costs_at(field: Field, pairs: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    """Return the costs of these pairs alone."""
    one, other = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    among = pairs_of(field, one, other)
    columns = {name: cost(among).tolist() for name, cost in criteria_of(field).items()}
    return [dict(zip(columns, costs, strict=True)) for costs in zip(*columns.values(), strict=True)]


def node_indices(table: WeightTable, pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Return the indices of those pairs. Raises ``CannotPair`` if one is absent or in two of them."""
    index = {id_: i for i, id_ in enumerate(table.ids)}
    named = [id_ for pair in pairs for id_ in pair]
    if absent := sorted(set(named) - index.keys()):
        raise CannotPair("not_present", entrants=absent)
    if twice := sorted({id_ for id_ in named if named.count(id_) > 1}):
        raise CannotPair("paired_twice", entrants=twice)
    return [(index[one], index[other]) for one, other in pairs]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The costs summed over all pairs, those of each pair in the order given, and their sum."""

    total: int
    components: Mapping[str, int]
    pairs: tuple[Mapping[str, int], ...]


def cost_of(
    history: History,
    round_: int,
    pairs: Iterable[tuple[str, str]],
    rules: str | None = None,
    *,
    seed: int = 0,
) -> Cost:
    """Return the weights of ``pairs`` (ids of two entrants each) in ``round_``, independent of colours.

    Raises what ``weights`` raises, and ``CannotPair`` (``not_present``, ``paired_twice``).
    """
    table = weights(history, round_, rules, seed=seed)
    of_pairs = tuple(table.at(i, j) for i, j in node_indices(table, list(pairs)))
    components = {name: sum(costs[name] for costs in of_pairs) for name in table.costs}
    return Cost(total=sum(components.values()), components=components, pairs=of_pairs)


def edit_cost(
    history: History,
    round_: int,
    before: Iterable[tuple[str, str]],
    after: Iterable[tuple[str, str]],
    rules: str | None = None,
    *,
    seed: int = 0,
) -> dict[str, int]:
    """Return the costs after less those before, and of ``total``; below 0 the edit makes it worse."""
    old = cost_of(history, round_, before, rules, seed=seed)
    new = cost_of(history, round_, after, rules, seed=seed)
    change = {name: new.components[name] - old.components[name] for name in new.components}
    return change | {"total": new.total - old.total}
