"""How a round came to be paired as it is: its matchings, and what was edited by hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.log.store import Recorded
from tournaments.events.constraints import PairPinned, TablesRenumbered
from tournaments.events.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade, TableMoved
from tournaments.events.rounds import ByeGiven, ByeTakenBack, RoundPaired, RoundUnpaired
from tournaments.state.evolving import fold
from tournaments.state.groups import NO_GROUP, pairing_group
from tournaments.state.tournament import Tournament

BY_HAND = (
    PairMadeByHand,
    PairUnmade,
    ColoursSwapped,
    HandicapSet,
    TableMoved,
    ByeGiven,
    ByeTakenBack,
    PairPinned,
    TablesRenumbered,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One pairing of a round, or of those of it who waited. ``before``: the state it was made from.

    Of an event with groups ``before`` has the entries of its own group. ``apart``: who was not matched.
    """

    recorded: Recorded
    event: RoundPaired
    before: Tournament
    apart: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEdit:
    recorded: Recorded
    event: object
    before: Tournament
    after: Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLog:
    """Since the round was unpaired last. ``now``: the state after the last event."""

    number: int
    parts: tuple[Part, ...]
    edits: tuple[HandEdit, ...]
    now: Tournament


def round_log(recorded: Iterable[Recorded], number: int) -> RoundLog:
    """``recorded``: the events of a tournament's stream, in order."""
    parts: list[Part] = []
    edits: list[HandEdit] = []
    state = Tournament()
    for one in recorded:
        event, before = one.event, state
        state = fold(state, event)
        if getattr(event, "round", None) != number:
            continue
        if isinstance(event, RoundUnpaired):
            parts, edits = [], []
        elif isinstance(event, RoundPaired):
            parts.append(_part(one, event, before))
        elif isinstance(event, BY_HAND):
            edits.append(HandEdit(recorded=one, event=event, before=before, after=state))
    return RoundLog(number=number, parts=tuple(parts), edits=tuple(edits), now=state)


def _part(recorded: Recorded, event: RoundPaired, before: Tournament) -> Part:
    if event.group != NO_GROUP:
        before = pairing_group(before, event.group, event.round)
    return Part(recorded=recorded, event=event, before=before, apart=apart(before, event.round))


def apart(state: Tournament, number: int) -> frozenset[str]:
    """Who has a game or a bye, and who left when the round had been paired without them: nobody to match."""
    left = (entry for entry in state.entries.values() if entry.withdrawn)
    return state.round(number).busy | {entry.id for entry in left if number not in entry.absent}
