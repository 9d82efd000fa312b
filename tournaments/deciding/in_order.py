"""Many commands carried out as one: all of them, or none."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.refusals import Refusal
from tournaments.deciding.base import decide
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class InOrder:
    """``commands``: each with what it is about, for whoever is told that it is refused."""

    commands: tuple[tuple[str, object], ...]


@decide.register
def decide_in_order(command: InOrder, state: Tournament) -> Sequence[object]:
    events: list[object] = []
    for about, each in command.commands:
        try:
            decided = decide(each, state)
        except Refusal as refusal:
            raise Refusal(refusal.code, {**refusal.facts, "about": about}) from refusal
        for event in decided:
            state = fold(state, event)
            events.append(event)
    return events
