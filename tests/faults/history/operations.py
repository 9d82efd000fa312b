"""Calls of one id as one operation, with its events."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.faults.history.values import Call, Logged, Outcome


@dataclass(frozen=True, kw_only=True)
class Operation:
    """``calls`` in the order of their ends; ``events`` by position."""

    id: str
    calls: Sequence[Call]
    events: Sequence[Logged]

    @cached_property
    def outcome(self) -> Outcome:
        said = {call.outcome for call in self.calls}
        if Outcome.ACKNOWLEDGED in said:
            return Outcome.ACKNOWLEDGED
        return Outcome.REFUSED if said == {Outcome.REFUSED} else Outcome.UNKNOWN

    @cached_property
    def acknowledged(self) -> list[Call]:
        return [call for call in self.calls if call.outcome is Outcome.ACKNOWLEDGED]

    @property
    def begin(self) -> float:
        """Before this, nothing can have been stored."""
        return min(call.begin for call in self.calls)

    @property
    def end(self) -> float:
        """By this, it has been stored; for ever later where nobody was told."""
        return min((call.end for call in self.acknowledged), default=float("inf"))

    @property
    def register(self) -> str:
        return self.calls[0].register

    def version_in(self, stream: str) -> int:
        """The last that it gave the stream, 0 where it touched it not at all."""
        return max((event.version for event in self.events if event.stream == stream), default=0)


def operations(history: Iterable[Call], log: Iterable[Logged]) -> dict[str, Operation]:
    """Of the writes, by id."""
    calls: dict[str, list[Call]] = defaultdict(list)
    for call in sorted(history, key=lambda call: call.end):
        if call.id:
            calls[call.id].append(call)
    events = by_id(log)
    return {id_: Operation(id=id_, calls=of, events=events.get(id_, [])) for id_, of in calls.items()}


def by_id(log: Iterable[Logged]) -> Mapping[str, list[Logged]]:
    found: dict[str, list[Logged]] = defaultdict(list)
    for event in sorted(log, key=lambda event: event.position):
        found[event.id].append(event)
    return found
