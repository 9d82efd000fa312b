"""The state of a stream: its events folded by ``evolve``, cached in the process between commands.

Each load reads the last cached version again and compares its digest, so a state from a transaction that was
rolled back, or from another database, is discarded. Events are verified as they are read: no command is
decided on an altered stream. States are frozen values and may be shared by threads.
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
CACHE_SIZE = 512  # streams


@dataclass(frozen=True, slots=True, kw_only=True)
class _CachedState:
    version: int
    digest: str
    follows: str | None
    state: Any


_cache: OrderedDict[Hashable, _CachedState] = OrderedDict()
_lock = Lock()


def load(
    stream: str, initial: S, evolve: Callable[[S, Any], S], *, expected: int | None = None
) -> tuple[S, int]:
    """Return state and version of a stream, in one query. Raises VersionClash if it is not at ``expected``.

    Refuses with ``log_damaged`` if an event that it reads has been altered.
    """
    state, version = _continue(stream, initial, evolve)
    if expected is not None and expected != version:
        raise store.VersionClash(stream, expected, version)
    return state, version


def fold(stream: str, initial: S, evolve: Callable[[S, Any], S], *, upto: int | None = None) -> S:
    """Return the state of a stream at a past version, folded from its beginning and not cached."""
    return _fold_events(store.read(stream, upto=upto), initial, evolve)


def state_before(recorded: store.StoredEvent, initial: S, evolve: Callable[[S, Any], S]) -> S:
    """Return the state just before an event, from the cache if possible."""
    if recorded.version == 1:
        return initial
    digest = _digest_before(recorded)
    for key in ((recorded.stream, evolve, "projected"), (recorded.stream, evolve)):
        with _lock:
            kept = _cache.get(key)
        if kept and kept.digest == digest:
            state: S = kept.state
            return state
    return fold(recorded.stream, initial, evolve, upto=recorded.version - 1)


def _digest_before(recorded: store.StoredEvent) -> str | None:
    """Return the digest of the stream's previous event, without a query if the event carries it."""
    if recorded.follows is not None:
        return recorded.follows
    previous = store.read(recorded.stream, after=recorded.version - 2, upto=recorded.version - 1)
    return previous[0].digest if previous else None


def cache_projected_state(recorded: store.StoredEvent, state: S, evolve: Callable[[S, Any], S]) -> None:
    """Cache the state just after an event for ``state_before`` of the next one."""
    kept = _cached_after(recorded, state)
    _store_in_cache((recorded.stream, evolve, "projected"), kept)


def after(recorded: store.StoredEvent, evolve: Callable[[S, Any], S]) -> S | None:
    """Return the state just after an event if it is cached. Sends no query."""
    kept = _newest((recorded.stream, evolve), (recorded.stream, evolve, "projected"))
    return kept.state if kept and kept.digest == recorded.digest else None


def clear_cache() -> None:
    """Empty the cache."""
    with _lock:
        _cache.clear()


def _continue(stream: str, initial: S, evolve: Callable[[S, Any], S]) -> tuple[S, int]:
    key = (stream, evolve)
    kept = _newest(key, (*key, "projected"))
    events = _since(stream, kept) if kept else None
    if events is None:
        kept, events = None, store.read_verified(stream)
    state = _fold_events(events, kept.state if kept else initial, evolve)
    if events:
        kept = _cached_after(events[-1], state)
    if kept:
        _store_in_cache(key, kept)
    return state, kept.version if kept else 0


def _since(stream: str, kept: _CachedState) -> list[store.StoredEvent] | None:
    """Return the events after the cached state; None if that state is not of this log."""
    if kept.follows is None:
        return None
    try:
        events = store.read_verified(stream, after=kept.version - 1, link=kept.follows)
    except Refusal:
        return None  # altered, or cached from another log: reading the whole stream shows which
    return events[1:] if events and events[0].digest == kept.digest else None


def _cached_after(recorded: store.StoredEvent, state: Any) -> _CachedState:
    return _CachedState(
        version=recorded.version, digest=recorded.digest, follows=recorded.follows, state=state
    )


def _newest(*keys: Hashable) -> _CachedState | None:
    with _lock:
        found = [kept for key in keys if (kept := _cache.get(key))]
    return max(found, key=lambda kept: kept.version, default=None)


def _store_in_cache(key: Hashable, kept: _CachedState) -> None:
    with _lock:
        _cache[key] = kept
        _cache.move_to_end(key)
        while len(_cache) > CACHE_SIZE:
            _cache.popitem(last=False)


def _fold_events(events: list[store.StoredEvent], state: S, evolve: Callable[[S, Any], S]) -> S:
    return reduce(lambda now, recorded: evolve(now, recorded.event), events, state)
