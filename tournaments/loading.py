"""A tournament's state from its stream, now or at any moment before, with snapshots for a head start.

Who decides reads every event (``load``): what a snapshot says nobody has checked against the log.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from games.log.folding import is_kept
from games.log.folding import load as load_stream
from games.log.snapshots.folds import Fold, register_fold
from games.log.snapshots.making import EVERY
from games.log.snapshots.program import digest_of_sources
from games.log.snapshots.reading import Kept, nearest
from games.log.store import Recorded, iterate
from tournaments.state import packing
from tournaments.state.evolving import fold
from tournaments.state.steps import Done
from tournaments.state.tournament import Tournament

PREFIX = "tournament-"
FOLDING = (
    "games.analysis.terms",
    "games.game.events",
    "games.log.canonical",
    "games.log.joined",
    "games.log.plain",
    "games.log.resting",
    "games.log.wire",
    "games.log.words",
    "games.sgf.rulesets",
    "rules",
    "tournaments.competition",
    "tournaments.events",
    "tournaments.state",
)
"""All that a state depends on besides its events: modules, and packages with all that is in them."""

register_fold(
    Fold(
        prefix=PREFIX,
        initial=Tournament(),
        evolve=fold,
        pack=packing.pack,
        read=packing.read,
        join=packing.join,
        commitments=packing.sealed_in,
        opened=packing.with_words,
        program=partial(digest_of_sources, FOLDING),
    )
)


def stream_of(tournament_id: str) -> str:
    return PREFIX + tournament_id


def load(tournament_id: str) -> tuple[Tournament, int]:
    """The state and its version; version 0 when there is no such tournament."""
    return load_stream(stream_of(tournament_id), Tournament(), fold)


def load_at(tournament_id: str, position: int) -> tuple[Tournament, int]:
    """The state as the log told it at ``position``; version 0 when it did not exist yet."""
    known = _known_at(tournament_id, position)
    return known.state, known.version


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A tournament as its log tells it up to one of its events; version 0 before the first."""

    state: Tournament
    version: int
    position: int


NOTHING = Known(state=Tournament(), version=0, position=0)
NOW = 2**62  # a position after all


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An event as the log recorded it, and what it did."""

    recorded: Recorded
    done: Done

    @property
    def known(self) -> Known:
        """After it."""
        recorded = self.recorded
        return Known(state=self.done.after, version=recorded.version, position=recorded.position)


def steps_of(log: Iterable[Recorded]) -> Iterator[Step]:
    """Every event of a tournament's stream, from its first, with the states before and after it.

    One by one: the states of a large field share little, and all of them would fill the memory.
    """
    return _steps(Tournament(), log)


def steps_at(tournament_id: str, versions: Iterable[int]) -> Iterator[Step]:
    """The events with these versions, in order, with the states before and after each."""
    stream, known = stream_of(tournament_id), NOTHING
    for version in sorted(set(versions)):
        known = _known_before(tournament_id, version, known)
        for step in _steps(known.state, iterate(stream, known.version, version)):
            known = step.known
            if known.version == version:
                yield step


def steps_between(tournament_id: str, first: int, last: int) -> Iterator[Step]:
    """The events with these versions and all between, in order."""
    known = _known_before(tournament_id, first)
    for step in _steps(known.state, iterate(stream_of(tournament_id), known.version, last)):
        if step.recorded.version >= first:
            yield step


def _steps(state: Tournament, log: Iterable[Recorded]) -> Iterator[Step]:
    for recorded in log:
        event, before = recorded.event, state
        state = fold(before, event)
        yield Step(recorded=recorded, done=Done(event=event, before=before, after=state))


def load_between(tournament_id: str, since: int, until: int | None) -> tuple[Known, Known]:
    """As the log told it at ``since`` and at ``until`` (a position; None: now)."""
    then = _known_at(tournament_id, since)
    return then, _known_at(tournament_id, NOW if until is None else until, then)


def load_to_read(tournament_id: str) -> tuple[Tournament, int]:
    """What ``load`` gives, for who decides nothing on it: not checked, where a snapshot is sooner there."""
    if is_kept(stream_of(tournament_id), fold):
        return load(tournament_id)
    known = last_known(tournament_id)
    return known.state, known.version


def last_known(tournament_id: str, known: Known = NOTHING) -> Known:
    """As its log tells it now; ``known``: some time before."""
    return _known_at(tournament_id, NOW, known)


def _known_at(tournament_id: str, position: int, known: Known = NOTHING) -> Known:
    """Of what was ``known`` and what is kept, whichever leaves less to do, and the events since."""
    stream = stream_of(tournament_id)
    known = _nearer(known, nearest(stream, beyond=_worth(known), position=position))
    state, last = known.state, None
    for recorded in iterate(stream, known.version, until=position):
        state, last = fold(state, recorded.event), recorded
    return known if last is None else Known(state=state, version=last.version, position=last.position)


def _known_before(tournament_id: str, version: int, known: Known = NOTHING) -> Known:
    """Somewhere before the event with this version, not far."""
    return _nearer(known, nearest(stream_of(tournament_id), beyond=_worth(known), version=version - 1))


def _worth(known: Known) -> int:
    """Beyond this version a snapshot is sooner read than the events up to it."""
    return known.version + EVERY if known.version else EVERY - 1


def _nearer(known: Known, kept: Kept | None) -> Known:
    return known if kept is None else Known(state=kept.state, version=kept.version, position=kept.position)
