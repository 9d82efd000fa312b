"""The costs of a given pairing: to prove a past one, and to weigh a manual edit before it is made."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.competition.history import History
from tournaments.competition.pairing.table import node_indices, weights


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
