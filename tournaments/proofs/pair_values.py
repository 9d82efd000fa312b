"""The values of the pairs of a round, and changes of them by manual edits."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, partial

from tournaments.competition.pairing import CannotPair
from tournaments.competition.pairing.field import Field, field_of
from tournaments.competition.pairing.proof import with_entrant_order
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import WeightTable, table_of
from tournaments.persons.names import name_order
from tournaments.proofs.pairing_log import Part, RoundLog
from tournaments.state.tournament import Tournament

MATCHING = "matching"
Pairs = frozenset[tuple[str, str]]
Weighed = tuple[Collection[str], Callable[[], WeightTable]]
"""The players weighed for a matching, and a function that returns the table of their pairs."""


class Tables:
    """The tables that give values of pairs: that of a matching with both players, else the last.

    A pair is weighed in the first matching that could have made it.
    """

    def __init__(
        self, number: int, weighed: Sequence[Weighed], late: Callable[[], WeightTable | None]
    ) -> None:
        self.number = number
        self._weighed = weighed
        self._late = cache(late)  # rarely needed, and as expensive as that of a matching

    @classmethod
    def of(cls, log: RoundLog, late: WeightTable | None) -> "Tables":
        """Return the tables of the matchings of a round, without matching anybody."""
        tables = [table for part in log.parts if (table := part_table(part))]
        return cls(log.number, [(table.ids, partial(_return_table, table)) for table in tables], lambda: late)

    def value_of(self, pairs: Iterable[tuple[str, str]]) -> dict[str, int] | None:
        """Return the sums of the criteria; None if pairs are not weighed in this tournament."""
        sums: dict[str, int] = {}
        for one, other in pairs:
            table = self.table_of(frozenset((one, other)))
            if table is None or not {one, other} <= set(table.ids):
                return None
            for name, cost in table.of(one, other).items():
                sums[name] = sums.get(name, 0) + cost
        return sums

    def table_of(self, players: frozenset[str]) -> WeightTable | None:
        """Return the table of the first matching that all of these players were in."""
        for ids, table in self._weighed:
            if players.issubset(ids):
                return table()
        return self._late()


def _return_table(table: WeightTable) -> WeightTable:
    return table


def part_table(part: Part) -> WeightTable | None:
    """Return the table of the round when this part of it was paired; None if no pairs were weighed."""
    before, event = part.before, part.event
    if event.method != MATCHING or before.settings.teams.boards:
        return None
    history = with_entrant_order(before.history(), event.order)
    try:
        return table_of(field_of(history, event.round, find_rules(event.rules), event.seed))
    except CannotPair:
        return None


def late_table(log: RoundLog) -> WeightTable | None:
    field = late_field(log)
    return table_of(field) if field else None


def late_field(log: RoundLog) -> Field | None:
    """Return the field for pairing the round now, by the rules and seed of its last matching.

    None if pairs are not weighed.
    """
    now, event = log.now, log.parts[-1].event if log.parts else None
    if now.settings.teams.boards:
        return None
    rules = event.rules if event and event.rules else now.settings.pairing.rules
    history = with_entrant_order(now.history(name_order(now, rules)), event.order if event else ())
    try:
        return field_of(history, log.number, find_rules(rules), event.seed if event else 0)
    except CannotPair:
        return None


def pairs_of(state: Tournament, number: int) -> Pairs:
    return frozenset((min(pair.players), max(pair.players)) for pair in state.round(number).pairs.values())


def change_of(before: Tournament, after: Tournament, tables: Tables) -> dict[str, int] | None:
    """Return the change by an edit, by criterion; below 0 it made the pairing worse."""
    old, new = pairs_of(before, tables.number), pairs_of(after, tables.number)
    lost, won = tables.value_of(old - new), tables.value_of(new - old)
    if lost is None or won is None:
        return None
    change = {name: won.get(name, 0) - lost.get(name, 0) for name in {**lost, **won}}
    return {name: value for name, value in change.items() if value}
