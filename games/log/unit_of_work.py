"""One command, one transaction.

A command carries a ``Context``: who, which command, when, and, where two could race, the version they saw. A
command id that has been carried out already returns what was stored then and stores nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, transaction

from games.log import folding, projections, store
from games.log.store import Change, CommandRepeated, Recorded, VersionClash
from games.refusals import Refusal, refuse

S = TypeVar("S")
T = TypeVar("T")
TRIES = 10
Subscriber = Callable[[Sequence[Recorded]], None]

_subscribers: list[Subscriber] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Who commands, under which idempotency key, when (aware), and the version seen (``If-Match``) if any."""

    actor: str
    command_id: UUID
    at: datetime
    expected: int | None = None


def after_storing(subscriber: Subscriber) -> Subscriber:
    """Decorator: call the function with the events that a command stored, in its transaction.

    Once for each time they are stored, after the projections: neither when a command is repeated nor when the
    rows are rebuilt nor when a log is read in from elsewhere.
    """
    _subscribers.append(subscriber)
    return subscriber


def run(work: Callable[[], T], *, context: Context) -> T:
    """Call ``work`` in one transaction and return its answer.

    A VersionClash is tried again, in a fresh transaction, up to ten times, unless the caller named the
    version it expects; and so is a Refusal of what the same command has done in the meantime. Inside a
    transaction this is a savepoint, and the outermost run tries again.
    """
    if connection.in_atomic_block:
        return _once(work, context)
    for attempt in range(1, TRIES):
        try:
            return _once(work, context, waiting=attempt > 1)
        except CommandRepeated:
            continue
        except VersionClash:
            if context.expected is not None:
                raise
        except Refusal:
            # Perhaps it was this very command, sent twice at the same instant, that came between.
            if context.actor not in {stored.actor for stored in store.by_command(context.command_id)}:
                raise
    return _once(work, context, waiting=True)


def _once(work: Callable[[], T], context: Context, *, waiting: bool = False) -> T:
    """After a clash the writers' turn is taken before anything is read: nobody can come between again."""
    with transaction.atomic(), store.counting(context.command_id):
        if waiting:
            store.take_turn()
        return work()


def execute(
    stream: str,
    initial: S,
    evolve: Callable[[S, Any], S],
    decide: Callable[[S], Sequence[object]],
    context: Context,
) -> list[Recorded]:
    """Load a stream, decide, append, project. ``decide`` may raise a Refusal: nothing is stored then.

    Returns the events of this command, also when it had been carried out before. Raises VersionClash when the
    stream is not at ``context.expected``.
    """

    def work() -> list[Change]:
        state, version = folding.load(stream, initial, evolve, expected=context.expected)
        return [Change(stream=stream, expected=version, events=decide(state))]

    return execute_many(work, context)


def done(context: Context) -> list[Recorded]:
    """What an earlier run of this command stored; empty in its own run. Refuses another actor's command."""
    known_new = store.counted(context.command_id) or store.is_assumed_new(context.command_id)
    stored = [] if known_new else store.by_command(context.command_id)
    if stored and stored[0].actor != context.actor:
        refuse("command_taken")
    return stored


def execute_many(work: Callable[[], Iterable[Change]], context: Context) -> list[Recorded]:
    """The same for a command that touches several streams: ``work`` loads them and returns what to append."""

    def attempt() -> list[Recorded]:
        return done(context) or keep(list(work()), context)

    return run(attempt, context=context)


def keep(changes: Sequence[Change], context: Context) -> list[Recorded]:
    """Append, project, call subscribers: for work inside ``run`` that has asked ``done``."""
    nothing = not any(change.events for change in changes)
    if nothing and store.is_assumed_new(context.command_id) and store.by_command(context.command_id):
        raise CommandRepeated(context.command_id)
    stored = store.append_all(changes, actor=context.actor, command_id=context.command_id, at=context.at)
    projections.apply(stored)
    for subscriber in _subscribers:
        subscriber(stored)
    return stored
