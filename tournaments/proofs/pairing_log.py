"""The pairing history of a round: its matchings and manual edits."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.log.store import StoredEvent, search
from games.log.wire import class_of, registered_kinds
from tournaments.domain.byes import ByeGiven, ByeTakenBack
from tournaments.domain.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.domain.tables import PairPinned, TableMoved, TablesRenumbered
from tournaments.loading import EMPTY, Step, load_current, steps_at, stream_of
from tournaments.state.groups import NO_GROUP, pairing_group, unmatched_entries
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
    """A pairing of a round, or of the players who waited for a game.

    ``before``: the state before the pairing; of an event with groups, with the entries of its own group.
    ``apart``: the players who were not matched.
    """

    recorded: StoredEvent
    event: RoundPaired
    before: Tournament
    apart: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEdit:
    recorded: StoredEvent
    event: object
    before: Tournament
    after: Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLog:
    """The pairings and edits of a round since it was last unpaired.

    ``now``: the state after the last event.
    """

    number: int
    parts: tuple[Part, ...]
    edits: tuple[HandEdit, ...]
    now: Tournament


OF_PAIRING = (RoundPaired, RoundUnpaired, *BY_HAND)


def log_of_round(tournament_id: str, number: int) -> RoundLog:
    """Return the log of a round: its pairings, edits and the events needed to rebuild their states."""
    texts = [f'"round":{number},', f'"round":{number}}}']
    of_pairing = [kind for kind in registered_kinds() if issubclass(class_of(kind), OF_PAIRING)]
    events = [(one.version, one.event) for one in search(stream_of(tournament_id), texts, of_pairing)]
    unpaired = [version for version, event in events if isinstance(event, RoundUnpaired)]
    since = max(unpaired, default=0)
    steps = list(steps_at(tournament_id, [version for version, _ in events if version > since]))
    return round_log(
        steps, number, load_current(tournament_id, steps[-1].state_after if steps else EMPTY).state
    )


def round_log(steps: Iterable[Step], number: int, now: Tournament) -> RoundLog:
    """Return the log of a round from its steps.

    ``steps``: the pairings and edits of this round, in order; others are ignored.
    """
    parts: list[Part] = []
    edits: list[HandEdit] = []
    for step in steps:
        event, before = step.applied.event, step.applied.before
        if getattr(event, "round", None) != number:
            continue
        if isinstance(event, RoundPaired):
            parts.append(_part(step.recorded, event, before))
        elif isinstance(event, BY_HAND):
            edits.append(
                HandEdit(recorded=step.recorded, event=event, before=before, after=step.applied.after)
            )
    return RoundLog(number=number, parts=tuple(parts), edits=tuple(edits), now=now)


def _part(recorded: StoredEvent, event: RoundPaired, before: Tournament) -> Part:
    if event.group != NO_GROUP:
        before = pairing_group(before, event.group, event.round)
    return Part(recorded=recorded, event=event, before=before, apart=unmatched_entries(before, event.round))
