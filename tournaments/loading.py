"""A tournament's state from its stream, now or at a position of the log."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.log.folding import load as load_stream
from games.log.store import Recorded, iterate
from tournaments.state.evolving import fold
from tournaments.state.steps import Done
from tournaments.state.tournament import Tournament


def stream_of(tournament_id: str) -> str:
    return f"tournament-{tournament_id}"


def load(tournament_id: str) -> tuple[Tournament, int]:
    """The state and its version; version 0 when there is no such tournament."""
    return load_stream(stream_of(tournament_id), Tournament(), fold)


def load_at(tournament_id: str, position: int) -> tuple[Tournament, int]:
    """The state as the log told it at ``position``; version 0 when it did not exist yet."""
    state, version = Tournament(), 0
    for recorded in iterate(stream_of(tournament_id)):
        if recorded.position > position:
            break
        state, version = fold(state, recorded.event), recorded.version
    return state, version


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An event as the log recorded it, and what it did."""

    recorded: Recorded
    done: Done


def steps_of(log: Iterable[Recorded]) -> Iterator[Step]:
    """Every event of a tournament's stream, from its first, with the states before and after it.

    One by one: the states of a large field share little, and all of them would fill the memory.
    """
    state = Tournament()
    for recorded in log:
        event, before = recorded.event, state
        state = fold(before, event)
        yield Step(recorded=recorded, done=Done(event=event, before=before, after=state))


def steps_at(tournament_id: str, versions: Iterable[int]) -> Iterator[Step]:
    """The events with these versions, in order, with the states before and after each."""
    state, at = Tournament(), 0
    for version in sorted(versions):
        for recorded in iterate(stream_of(tournament_id), at, version):
            before, event = state, recorded.event
            state, at = fold(before, event), recorded.version
            if at == version:
                yield Step(recorded=recorded, done=Done(event=event, before=before, after=state))


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A tournament as its log tells it up to one of its events; version 0 before the first."""

    state: Tournament
    version: int
    position: int


def load_between(tournament_id: str, since: int, until: int | None) -> tuple[Known, Known]:
    """As the log told it at ``since`` and at ``until`` (a position; None: now), in one reading."""
    then = now = Known(state=Tournament(), version=0, position=0)
    for recorded in iterate(stream_of(tournament_id)):
        if until is not None and recorded.position > until:
            break
        state = fold(now.state, recorded.event)
        now = Known(state=state, version=recorded.version, position=recorded.position)
        if recorded.position <= since:
            then = now
    return then, now
