"""A tournament's state from its stream, now or at any moment before.

Commands read every event and check its digest (``load``); states of the past are folded from the first event.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.log.folding import load as load_stream
from games.log.store import StoredEvent, iterate
from tournaments.domain.base import AppliedEvent, fold
from tournaments.state.tournament import Tournament

PREFIX = "tournament-"


def stream_of(tournament_id: str) -> str:
    return PREFIX + tournament_id


def load(tournament_id: str) -> tuple[Tournament, int]:
    """The state and its version; version 0 when there is no such tournament."""
    return load_stream(stream_of(tournament_id), Tournament(), fold)


def load_at(tournament_id: str, position: int) -> tuple[Tournament, int]:
    """The state as the log told it at ``position``; version 0 when it did not exist yet."""
    known = _load_from(tournament_id, position)
    return known.state, known.version


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedState:
    """A tournament as its log tells it up to one of its events; version 0 before the first."""

    state: Tournament
    version: int
    position: int


EMPTY = LoadedState(state=Tournament(), version=0, position=0)
NOW = 2**62  # a position after all


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An event as the log recorded it, and what it did."""

    recorded: StoredEvent
    applied: AppliedEvent

    @property
    def state_after(self) -> LoadedState:
        """After it."""
        recorded = self.recorded
        return LoadedState(state=self.applied.after, version=recorded.version, position=recorded.position)


def steps_of(log: Iterable[StoredEvent]) -> Iterator[Step]:
    """Every event of a tournament's stream, from its first, with the states before and after it.

    One by one: the states of a large field share little, and all of them would fill the memory.
    """
    state = Tournament()
    for recorded in log:
        event, before = recorded.event, state
        state = fold(before, event)
        yield Step(recorded=recorded, applied=AppliedEvent(event=event, before=before, after=state))


def steps_at(tournament_id: str, versions: Iterable[int]) -> Iterator[Step]:
    """The events with these versions, in order, with the states before and after each."""
    if not (wanted := set(versions)):
        return
    for step in steps_of(iterate(stream_of(tournament_id), upto=max(wanted))):
        if step.recorded.version in wanted:
            yield step


def steps_between(tournament_id: str, first: int, last: int) -> Iterator[Step]:
    """The events with these versions and all between, in order."""
    for step in steps_of(iterate(stream_of(tournament_id), upto=last)):
        if step.recorded.version >= first:
            yield step


def load_between(tournament_id: str, since: int, until: int | None) -> tuple[LoadedState, LoadedState]:
    """As the log told it at ``since`` and at ``until`` (a position; None: now)."""
    then = _load_from(tournament_id, since)
    return then, _load_from(tournament_id, NOW if until is None else until, then)


def load_current(tournament_id: str, known: LoadedState = EMPTY) -> LoadedState:
    """As its log tells it now; ``known``: some time before."""
    return _load_from(tournament_id, NOW, known)


def _load_from(tournament_id: str, position: int, known: LoadedState = EMPTY) -> LoadedState:
    """What was ``known``, and the events since up to this position."""
    state, last = known.state, None
    for recorded in iterate(stream_of(tournament_id), known.version, until=position):
        state, last = fold(state, recorded.event), recorded
    return known if last is None else LoadedState(state=state, version=last.version, position=last.position)
