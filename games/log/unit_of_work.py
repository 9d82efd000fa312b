"""The unit of work: one command in one transaction.

A command carries a ``Context``: actor, command id, time and, where two commands could race, the expected
version. Repeating a command id returns the events stored the first time and stores nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, transaction

from games.log import folding, projections, store
from games.log.store import Change, CommandRepeated, StoredEvent, VersionClash
from games.refusals import Refusal, refuse

S = TypeVar("S")
T = TypeVar("T")
MAX_ATTEMPTS = 10
Subscriber = Callable[[Sequence[StoredEvent]], None]

_subscribers: list[Subscriber] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A command's actor, idempotency key, time (aware), and expected version (``If-Match``) if any."""

    actor: str
    command_id: UUID
    at: datetime
    expected: int | None = None


def on_stored(subscriber: Subscriber) -> Subscriber:
    """Decorator: call the function with the events that a command stored, in its transaction.

    It is called once, after the projections, but not when a command is repeated, rows are rebuilt, or a log
    is imported.
    """
    _subscribers.append(subscriber)
    return subscriber


def run(work: Callable[[], T], *, context: Context) -> T:
    """Call ``work`` in one transaction and return its result.

    Retries after a VersionClash in a fresh transaction, up to ten times, unless the caller expects a version;
    and after a Refusal if the same command was stored in the meantime. Inside a transaction this is a
    savepoint, and the outermost run retries.
    """
    if connection.in_atomic_block:
        return _attempt(work, context)
    for attempt in range(1, MAX_ATTEMPTS):
        try:
            return _attempt(work, context, waiting=attempt > 1)
        except CommandRepeated:
            continue
        except VersionClash:
            if context.expected is not None:
                raise
        except Refusal:
            # The same command may have been sent twice at once, and the other request have stored it.
            if context.actor not in {stored.actor for stored in store.events_of_command(context.command_id)}:
                raise
    return _attempt(work, context, waiting=True)


def _attempt(work: Callable[[], T], context: Context, *, waiting: bool = False) -> T:
    """Run once; with ``waiting``, acquire the write lock before reading, so that no clash can recur."""
    with transaction.atomic(), store.number_events_of(context.command_id):
        if waiting:
            store.acquire_write_lock()
        return work()


def execute(
    stream: str,
    initial: S,
    evolve: Callable[[S, Any], S],
    decide: Callable[[S], Sequence[object]],
    context: Context,
) -> list[StoredEvent]:
    """Load a stream, decide, append, project. Nothing is stored if ``decide`` raises a Refusal.

    Returns the events of this command, also if it is repeated. Raises VersionClash if the stream is not at
    ``context.expected``.
    """

    def work() -> list[Change]:
        state, version = folding.load(stream, initial, evolve, expected=context.expected)
        return [Change(stream=stream, expected=version, events=decide(state))]

    return execute_many(work, context)


def earlier_events(context: Context) -> list[StoredEvent]:
    """Return the events that an earlier run of this command stored, if any.

    Refuses another actor's command.
    """
    known_new = store.appended_count(context.command_id) or store.is_assumed_new(context.command_id)
    stored = [] if known_new else store.events_of_command(context.command_id)
    if stored and stored[0].actor != context.actor:
        refuse("command_taken")
    return stored


def execute_many(work: Callable[[], Iterable[Change]], context: Context) -> list[StoredEvent]:
    """Carry out a command on several streams: ``work`` loads them and returns the changes to append."""

    def attempt() -> list[StoredEvent]:
        return earlier_events(context) or store_changes(list(work()), context)

    return run(attempt, context=context)


def store_changes(changes: Sequence[Change], context: Context) -> list[StoredEvent]:
    """Append, project, call subscribers: for work inside ``run`` that has checked ``earlier_events``."""
    nothing = not any(change.events for change in changes) and not store.appended_count(context.command_id)
    if nothing and store.is_assumed_new(context.command_id) and store.events_of_command(context.command_id):
        raise CommandRepeated(context.command_id)
    stored = store.append_all(changes, actor=context.actor, command_id=context.command_id, at=context.at)
    projections.apply(stored)
    for subscriber in _subscribers:
        subscriber(stored)
    return stored
