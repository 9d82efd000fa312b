"""Loading a tournament's state from its stream, present or past.

Commands read every event and check its digest (``load``); past states are folded from the first event.
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
    """Return the state and its version; version 0 if there is no such tournament."""
    return load_stream(stream_of(tournament_id), Tournament(), fold)


def load_at(tournament_id: str, position: int) -> tuple[Tournament, int]:
    """Return the state at ``position`` of the log; version 0 if it did not exist yet."""
    loaded = _load_from(tournament_id, position)
    return loaded.state, loaded.version


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedState:
    """The state of a tournament after one of its events; version 0 before the first."""

    state: Tournament
    version: int
    position: int


EMPTY = LoadedState(state=Tournament(), version=0, position=0)
NOW = 2**62  # greater than any position


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A recorded event with the states before and after it."""

    recorded: StoredEvent
    applied: AppliedEvent

    @property
    def state_after(self) -> LoadedState:
        """The state after the event."""
        recorded = self.recorded
        return LoadedState(state=self.applied.after, version=recorded.version, position=recorded.position)


def steps_of(log: Iterable[StoredEvent]) -> Iterator[Step]:
    """Yield every event of a tournament's stream, from its first, with the states before and after it.

    They are not collected, because the states of a large tournament would fill the memory.
    """
    state = Tournament()
    for recorded in log:
        event, before = recorded.event, state
        state = fold(before, event)
        yield Step(recorded=recorded, applied=AppliedEvent(event=event, before=before, after=state))


def steps_at(tournament_id: str, versions: Iterable[int]) -> Iterator[Step]:
    """Yield the events with these versions, in order, with the states before and after each."""
    if not (wanted_versions := set(versions)):
        return
    for step in steps_of(iterate(stream_of(tournament_id), upto=max(wanted_versions))):
        if step.recorded.version in wanted_versions:
            yield step


def steps_between(tournament_id: str, first: int, last: int) -> Iterator[Step]:
    """Yield the events from version ``first`` to ``last``, in order."""
    for step in steps_of(iterate(stream_of(tournament_id), upto=last)):
        if step.recorded.version >= first:
            yield step


def load_between(tournament_id: str, since: int, until: int | None) -> tuple[LoadedState, LoadedState]:
    """Return the states at the positions ``since`` and ``until`` (None: now)."""
    then = _load_from(tournament_id, since)
    return then, _load_from(tournament_id, NOW if until is None else until, then)


def load_current(tournament_id: str, earlier: LoadedState = EMPTY) -> LoadedState:
    """Return the present state; ``known``: an earlier one to start from."""
    return _load_from(tournament_id, NOW, earlier)


def _load_from(tournament_id: str, position: int, earlier: LoadedState = EMPTY) -> LoadedState:
    """Return the state at this position, folded from ``known``."""
    state, last = earlier.state, None
    for recorded in iterate(stream_of(tournament_id), earlier.version, until=position):
        state, last = fold(state, recorded.event), recorded
    return earlier if last is None else LoadedState(state=state, version=last.version, position=last.position)
