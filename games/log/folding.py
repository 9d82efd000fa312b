"""The state of a stream: its events folded by ``evolve``, kept in the process between commands.

What is kept is only ever a head start. Each load reads the last kept version again and compares its digest,
so a state from a transaction that was rolled back, or from another database, is found out and thrown away.
What is read is checked: nothing is decided on a stream that was altered.
States are frozen values and may be shared by threads.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import reduce
from threading import Lock
from typing import Any, TypeVar

from games.log import store
from games.refusals import Refusal

S = TypeVar("S")
MOST = 512  # streams kept in one process


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    version: int
    digest: str
    follows: str | None
    state: Any


_kept: OrderedDict[Hashable, _Kept] = OrderedDict()
_lock = Lock()


def load(
    stream: str, initial: S, evolve: Callable[[S, Any], S], *, expected: int | None = None
) -> tuple[S, int]:
    """State and version of a stream, in one query. Raises VersionClash when it is not at ``expected``.

    Refuses with ``log_damaged`` where an event that it reads is not what was written.
    """
    state, version = _continue(stream, initial, evolve)
    if expected is not None and expected != version:
        raise store.VersionClash(stream, expected, version)
    return state, version


def fold(stream: str, initial: S, evolve: Callable[[S, Any], S], *, upto: int | None = None) -> S:
    """State of a stream at a past version, from its beginning; nothing is kept."""
    return _over(store.read(stream, upto=upto), initial, evolve)


def before(recorded: store.Recorded, initial: S, evolve: Callable[[S, Any], S]) -> S:
    """The state just before an event, from what ``load`` or ``projected`` has kept if that is it."""
    if recorded.version == 1:
        return initial
    digest = _digest_before(recorded)
    for key in ((recorded.stream, evolve, "projected"), (recorded.stream, evolve)):
        with _lock:
            kept = _kept.get(key)
        if kept and kept.digest == digest:
            state: S = kept.state
            return state
    return fold(recorded.stream, initial, evolve, upto=recorded.version - 1)


def _digest_before(recorded: store.Recorded) -> str | None:
    """Of the previous event of the stream; without a query where it has just been followed."""
    if recorded.follows is not None:
        return recorded.follows
    previous = store.read(recorded.stream, after=recorded.version - 2, upto=recorded.version - 1)
    return previous[0].digest if previous else None


def projected(recorded: store.Recorded, state: S, evolve: Callable[[S, Any], S]) -> None:
    """Keep the state just after an event for the ``before`` of the next one."""
    kept = _kept_after(recorded, state)
    _keep((recorded.stream, evolve, "projected"), kept)


def after(recorded: store.Recorded, evolve: Callable[[S, Any], S]) -> S | None:
    """Return the state just after an event if it is kept. Sends no query."""
    kept = _newest((recorded.stream, evolve), (recorded.stream, evolve, "projected"))
    return kept.state if kept and kept.digest == recorded.digest else None


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _kept.clear()


def _continue(stream: str, initial: S, evolve: Callable[[S, Any], S]) -> tuple[S, int]:
    key = (stream, evolve)
    kept = _newest(key, (*key, "projected"))
    events = _since(stream, kept) if kept else None
    if events is None:
        kept, events = None, store.continued(stream)
    state = _over(events, kept.state if kept else initial, evolve)
    if events:
        kept = _kept_after(events[-1], state)
    if kept:
        _keep(key, kept)
    return state, kept.version if kept else 0


def _since(stream: str, kept: _Kept) -> list[store.Recorded] | None:
    """What came after the kept state; None where that state is not of this log."""
    if kept.follows is None:
        return None
    try:
        events = store.continued(stream, after=kept.version - 1, link=kept.follows)
    except Refusal:
        return None  # altered, or what was kept is of another log: the whole stream shows which
    return events[1:] if events and events[0].digest == kept.digest else None


def _kept_after(recorded: store.Recorded, state: Any) -> _Kept:
    return _Kept(version=recorded.version, digest=recorded.digest, follows=recorded.follows, state=state)


def _newest(*keys: Hashable) -> _Kept | None:
    with _lock:
        found = [kept for key in keys if (kept := _kept.get(key))]
    return max(found, key=lambda kept: kept.version, default=None)


def _keep(key: Hashable, kept: _Kept) -> None:
    with _lock:
        _kept[key] = kept
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def _over(events: list[store.Recorded], state: S, evolve: Callable[[S, Any], S]) -> S:
    return reduce(lambda now, recorded: evolve(now, recorded.event), events, state)
