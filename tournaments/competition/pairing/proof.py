"""The recomputation of a published matching, or of the greatest total of a round, from its inputs."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

from tournaments.competition.facts import MatchingFacts
from tournaments.competition.history import History
from tournaments.competition.pairing.bye import bye_receiver
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.pairing.field import Field, field_of, layers_of
from tournaments.competition.pairing.matching import matching_of, optimum_of
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import WeightTable, node_indices, table_of, total_weights
from tournaments.competition.pairing.tables import taken_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMatching(MatchingFacts):
    """A matching as the event of a round recorded it.

    ``pairs``: ids of two each, ``byes``: the players without a game.
    """

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]


class MatchingInputs:
    """The inputs of a matching, computed on demand. ``history``: as in ``prove``."""

    def __init__(self, history: Callable[[], History], round_: int, recorded: RecordedMatching) -> None:
        self._history, self._round, self._recorded = history, round_, recorded

    @cached_property
    def field(self) -> Field:
        """Return the field, with last ties broken by the stored order."""
        history = with_entrant_order(self._history(), self._recorded.order)
        return field_of(history, self._round, find_rules(self._recorded.rules), self._recorded.seed)

    @cached_property
    def table(self) -> WeightTable:
        return table_of(self.field)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecomputedMatching:
    """The recomputed facts of a matching.

    ``total``: the recomputed value of the pairs, ``optimum``: the greatest value found. No pairing exceeds
    ``bound``; in a large field that may be more than was found. ``digest``: of the current inputs.
    ``present``: all present players, by id; ``matched``: all of them who were to have a game; ``bye``: the
    player due the bye.
    """

    digest: str
    total: int
    optimum: int
    bound: int
    present: frozenset[str]
    matched: frozenset[str]
    bye: str | None
    components: Mapping[str, int]

    @property
    def facts(self) -> dict[str, object]:
        """Return what was found by name, as values that JSON can hold."""
        found = {field.name: getattr(self, field.name) for field in fields(RecomputedMatching)}
        return {**found, "present": sorted(self.present), "matched": sorted(self.matched)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof(RecomputedMatching):
    """The recomputed matching and the recorded one."""

    recorded: RecordedMatching
    work: MatchingInputs

    @classmethod
    def of_facts(cls, facts: dict[str, Any], recorded: RecordedMatching, work: MatchingInputs) -> Self:
        """Return the proof whose ``facts`` were stored."""
        sets = {name: frozenset(facts[name]) for name in ("present", "matched")}
        return cls(**{**facts, **sets}, recorded=recorded, work=work)

    @property
    def field(self) -> Field:
        return self.work.field

    @property
    def table(self) -> WeightTable:
        return self.work.table

    @property
    def same_inputs(self) -> bool:
        return self.digest == self.recorded.inputs_digest

    @property
    def same_total(self) -> bool:
        """Return whether the totals equal those in the log; 0 there is an optimum not proved at pairing."""
        return self.recorded.total == self.total and self.recorded.optimum in (0, self.optimum)

    @property
    def same_bye(self) -> bool:
        return self.recorded.byes == (() if self.bye is None else (self.bye,))

    @property
    def optimal(self) -> bool | None:
        """Return whether no pairing of the players is better and the bye follows the rule.

        None: no better pairing was found, but the optimum is not proved.
        """
        if self.total < self.optimum or not self.same_bye:
            return False
        return True if self.total >= self.bound else None


def prove(history: History, round_: int, recorded: RecordedMatching, apart: Collection[str]) -> Proof:
    """Prove a recorded matching. Raises ``CannotPair``.

    ``history``: as it was when the round was paired. Last ties are broken by the stored order; the digest
    uses the entrants' own order.
    """
    rules, work = find_rules(recorded.rules), MatchingInputs(lambda: history, round_, recorded)
    digest = inputs_digest(
        history, round_, rules.name, recorded.seed, apart, taken_tables(history, round_, apart)
    )
    field, table = work.field, work.table
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in apart]
    bye = bye_receiver(field, nodes) if len(nodes) % 2 else None
    at = node_indices(table, recorded.pairs)
    # With the recorded bye, even if another was due: that is a separate fault.
    recorded_inputs = {i for i in nodes if field.ids[i] in recorded.byes}
    out = recorded_inputs if len(recorded_inputs) == len(nodes) % 2 else {bye}
    matched = [i for i in nodes if i not in out]
    best = matching_of(table.total, matched, layers_of(field))
    return Proof(
        digest=digest,
        total=_total_weight(table, at),
        optimum=best.total,
        bound=best.bound,
        present=frozenset(field.ids),
        matched=frozenset([field.ids[i] for i in matched]),
        bye=None if bye is None else field.ids[bye],
        components={name: sum(int(cost[i, j]) for i, j in at) for name, cost in table.costs.items()},
        recorded=recorded,
        work=work,
    )


def with_entrant_order(history: History, order: Sequence[str]) -> History:
    """Return the history in this order of entrants; others follow."""
    place = {id_: i for i, id_ in enumerate(order)}
    entrants = {
        id_: replace(entrant, order=place.get(id_, len(place) + entrant.order))
        for id_, entrant in history.entrants.items()
    }
    return replace(history, entrants=entrants)


def _total_weight(table: WeightTable, pairs: Sequence[tuple[int, int]]) -> int:
    return sum(int(table.total[i, j]) for i, j in pairs)


def optimum(
    history: History,
    round_: int,
    rules: str,
    *,
    seed: int,
    apart: Collection[str],
    byes: Collection[str],
    digest: str,
) -> int | None:
    """Return the optimum with these ``byes``; None if the digest differs. ``apart`` as in ``pair``."""
    taken = taken_tables(history, round_, apart)
    if inputs_digest(history, round_, rules, seed, apart, taken) != digest:
        return None
    field = field_of(history, round_, find_rules(rules), seed)
    out = {*apart, *byes}
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in out]
    return optimum_of(
        total_weights(field, nodes), range(len(nodes)), [layer[nodes] for layer in layers_of(field)]
    )
