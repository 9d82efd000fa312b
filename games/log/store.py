"""The event store: append with an expected version, read one stream, follow all by position.

``position`` counts every event in commit order, without gaps: a reader at position n gets all later events
from ``read_all(after=n)`` and misses none. On PostgreSQL a transaction-level advisory lock, which ``append``
acquires and holds until the commit, guarantees this; SQLite has one writer at a time.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, Value
from django.db.models.functions import StrIndex
from django.db.transaction import TransactionManagementError
from prometheus_client import Histogram

from games.log import commitments, openings, pinning, statements, wire
from games.log.canonical import canonical
from games.log.damage import refuse_damaged, verified_ends
from games.log.digests import digest_of
from games.log.joined_logs import local_data, local_name
from games.log.tables import Event

LOCK_KEY = 0x4E69676972693031  # "Nigiri01": the advisory lock of all writers of one database
LONGEST_NAME = 200
LOCK_WAIT = Histogram(
    "nigiri_turn_wait_seconds",
    "Waits for the log's advisory lock.",
    buckets=(0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 4, 10, 60),
)
BATCH_SIZE = 500  # events that ``iterate`` holds in memory

_NO_END = 2**63 - 1
_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError)  # raised when altered data is decoded
_STREAM = "WHERE stream = %s AND version > %s AND version <= %s ORDER BY version"
_BATCH = "WHERE stream = %s AND version > %s AND version <= %s AND position <= %s ORDER BY version LIMIT %s"
_COMMAND = "WHERE command_id = %s ORDER BY ordinal"
_VERSIONS_OF_COMMAND = (
    "SELECT MIN(version), MAX(version) FROM games_event WHERE command_id = %s AND stream = %s"
)
_HEAD = "SELECT MAX(position) FROM games_event"
_END_OF_LOG = """
SELECT (SELECT MAX(position) FROM games_event),
       EXISTS (SELECT 1 FROM games_event WHERE command_id = %s AND ordinal >= %s)
"""
_INSERT = """
INSERT INTO games_event
    (position, stream, version, kind, data, actor, command_id, ordinal, recorded_at, digest, joined)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_NEW_HEAD = """
INSERT INTO games_streamhead (stream, version, digest) VALUES (%s, %s, %s)
ON CONFLICT (stream) DO UPDATE SET version = EXCLUDED.version, digest = EXCLUDED.digest
"""
_ACQUIRE_LOCK = "SELECT pg_advisory_xact_lock(%s)"
_STREAM_END = "SELECT version, digest FROM games_event WHERE stream = %s ORDER BY version DESC LIMIT 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event of the log. ``kind`` and ``data`` are upcast; ``digest`` covers the stored row.

    ``follows``: the digest of the stream's previous event, "" for the first; None if it was not looked up.
    """

    position: int
    stream: str
    version: int
    kind: str
    data: dict[str, Any]
    actor: str
    command_id: UUID
    ordinal: int
    recorded_at: datetime
    digest: str
    follows: str | None = field(default=None, compare=False, repr=False)

    @property
    def event(self) -> Any:
        """The registered dataclass, or ``wire.Unknown``; decoded on every access.

        Refuses data that cannot be decoded with ``log_damaged``.
        """
        try:
            return wire.decode(self.kind, self.data)
        except _UNREADABLE:
            refuse_damaged(self.stream, self.version)


class Row(NamedTuple):
    """A row of the event table, read without the ORM, which takes longer than the database."""

    position: int
    stream: str
    version: int
    kind: str
    data: str
    actor: str
    command_id: UUID
    ordinal: int
    recorded_at: datetime
    digest: str
    joined: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """New events for one stream that was read at version ``expected``."""

    stream: str
    expected: int
    events: Sequence[object]


class VersionClash(Exception):
    """Another transaction has appended to the stream since it was read."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class CommandRepeated(Exception):
    """Another transaction has stored events of this command id; see ``events_of_command``."""

    def __init__(self, command_id: UUID) -> None:
        super().__init__(f"command {command_id} has been carried out already")
        self.command_id = command_id


def append(
    stream: str, *, expected: int, events: Sequence[object], actor: str, command_id: UUID, at: datetime
) -> list[StoredEvent]:
    """Append to one stream; see ``append_all``."""
    change = Change(stream=stream, expected=expected, events=events)
    return append_all([change], actor=actor, command_id=command_id, at=at)


def append_all(changes: Sequence[Change], *, actor: str, command_id: UUID, at: datetime) -> list[StoredEvent]:
    """Store the events of each change as versions ``expected + 1``, ... of its stream.

    Each stream may occur once. Requires an open transaction. Inside ``number_events_of(command_id)``, which
    ``unit_of_work.run`` opens, ordinals continue from one call to the next. Raises VersionClash,
    CommandRepeated; TypeError or ValueError for events that cannot be stored.
    """
    check_name(actor)
    if at.tzinfo is None:
        raise ValueError("a time in the log needs a time zone")
    encoded = [
        (change, [_Encoded(event, *wire.encode(event)) for event in change.events]) for change in changes
    ]
    acquire_write_lock()
    appender = _Appender(
        actor=actor, command_id=command_id, at=at.astimezone(UTC), ends=_verified_ends(changes)
    )
    appender.position, appender.ordinal = _end_of_log(command_id)
    stored: list[tuple[Event, StoredEvent]] = []
    for change, events in encoded:
        stored += appender.chain(change, events)
    insert_rows([row for row, _ in stored])
    openings.store_openings(appender.openings)
    _add_to_count(command_id, len(stored))
    return [recorded for _, recorded in stored]


def read(stream: str, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
    """Return the events of one stream with ``after < version <= upto``, in order."""
    return decode_rows(_rows(_STREAM, [stream, after, _NO_END if upto is None else upto]))


def read_verified(stream: str, after: int = 0, link: str = "") -> list[StoredEvent]:
    """Return the events after version ``after``, whose digest is ``link``, and verify the digest of each.

    Commands read with it before they append. Refuses with ``log_damaged`` if an event is missing or altered.
    """
    found = []
    rows = _rows(_STREAM, [stream, after, _NO_END])
    texts = openings.texts_for(row.data for row in rows)
    try:
        for row in rows:
            if row.version != after + 1 or row.digest != digest_of(link, row):
                refuse_damaged(stream, after + 1)
            found.append(decode_row(row, texts, follows=link))
            after, link = row.version, row.digest
    except _UNREADABLE:
        refuse_damaged(stream, after + 1)
    return found


def iterate(
    stream: str, after: int = 0, upto: int | None = None, *, until: int | None = None
) -> Iterator[StoredEvent]:
    """Yield the events that ``read`` returns, holding at most ``BATCH_SIZE`` of them in memory.

    ``until``: the last position.
    """
    last, end = (_NO_END if most is None else min(most, _NO_END) for most in (upto, until))
    while batch := _rows(_BATCH, [stream, min(after, _NO_END), last, end, BATCH_SIZE]):
        after = batch[-1].version
        yield from decode_rows(batch)
        if len(batch) < BATCH_SIZE:
            return


def search(
    stream: str, texts: Sequence[str], kinds: Collection[str], *, besides: Collection[str] = ()
) -> list[StoredEvent]:
    """Return the events of one stream of ``kinds`` that contain one of the texts, and all of ``besides``.

    The database searches, so other events are not read. Texts replaced by commitments are not searched.
    """
    rows = Event.objects.filter(stream=stream).annotate(
        **{f"place_{number}": StrIndex("data", Value(text)) for number, text in enumerate(texts)}
    )
    found = [Q(kind__in=kinds, **{f"place_{number}__gt": 0}) for number in range(len(texts))]
    rows = rows.filter(reduce(or_, found, Q(kind__in=besides)))
    return decode_rows(rows.order_by("version"))


def has_event_of_kind(stream: str, kinds: Collection[str]) -> bool:
    """Return whether a stream has an event of one of these kinds."""
    return Event.objects.filter(stream=stream, kind__in=kinds).exists()


def read_all(after: int = 0, limit: int = 1000, upto: int | None = None) -> list[StoredEvent]:
    """Return at most ``limit`` events with ``after < position <= upto``, in commit order."""
    rows = Event.objects.filter(position__gt=after).order_by("position")
    return decode_rows((rows if upto is None else rows.filter(position__lte=upto))[:limit])


def events_of_command(command_id: UUID) -> list[StoredEvent]:
    """Return the events that a command stored, in order; empty if it has not run or stored nothing."""
    return decode_rows(_rows(_COMMAND, [statements.column_value(Event, "command_id", command_id)]))


def versions_of_command(stream: str, command_id: UUID) -> tuple[int, int]:
    """Return the first and the last version that a command stored in a stream; (0, 0) for none."""
    [found] = statements.select(
        _VERSIONS_OF_COMMAND, [statements.column_value(Event, "command_id", command_id), stream]
    )
    return found[0] or 0, found[1] or 0


def version(stream: str) -> int:
    """Return the last version of a stream, 0 if the stream does not exist."""
    return stream_end(stream)[0]


def head() -> int:
    """Return the last position of the log, 0 if it is empty."""
    [(position,)] = statements.select(_HEAD)
    return position or 0


def stream_end(stream: str) -> tuple[int, str]:
    """Return the last version and digest of a stream; ``(0, "")`` if the stream does not exist."""
    found = statements.select(_STREAM_END, [stream])
    return (found[0][0], found[0][1]) if found else (0, "")


def acquire_write_lock() -> None:
    """Wait until no other transaction is appending; hold the lock until this one ends. Safe to call twice.

    On SQLite a transaction waits when it begins. Raises OperationalError after ``lock_timeout``.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("events are appended inside a transaction")
    if connection.vendor == "postgresql" and not _has_lock.get():
        with LOCK_WAIT.time():
            statements.select(_ACQUIRE_LOCK, [LOCK_KEY])
        _has_lock.set(_ordinals.get() is not None)


def insert_rows(rows: Sequence[Event]) -> None:
    """Insert complete rows, with positions and digests, and update the heads of their streams."""
    statements.write_each(_INSERT, [_values(row) for row in rows])
    ends = {row.stream: (row.stream, row.version, row.digest) for row in rows}
    statements.write_each(_NEW_HEAD, list(ends.values()))


def _values(row: Event) -> tuple[Any, ...]:
    command_id = statements.column_value(Event, "command_id", row.command_id)
    at = statements.column_value(Event, "recorded_at", row.recorded_at)
    first = row.position, row.stream, row.version, row.kind, row.data, row.actor
    return *first, command_id, row.ordinal, at, row.digest, row.joined


def check_name(name: str) -> None:
    """Raise ValueError for a stream or actor that is empty, too long, or not printable."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError(f"{name[:50]!r} cannot name a stream or an actor")


_ordinals: ContextVar[dict[UUID, int] | None] = ContextVar("ordinals", default=None)
_has_lock: ContextVar[bool] = ContextVar("has_lock", default=False)
"""Whether this run of a command holds the write lock already."""
_new: ContextVar[UUID | None] = ContextVar("new", default=None)
"""A command whose id was looked for in this transaction, and not found."""


@contextmanager
def number_events_of(command_id: UUID) -> Iterator[None]:
    """Number the events of all appends of this command in the block consecutively, as one run of it."""
    counts = _ordinals.get() or {}
    token = _ordinals.set(counts if command_id in counts else {**counts, command_id: 0})
    new, turn = _new.set(_new.get()), _has_lock.set(_has_lock.get())
    try:
        yield
    finally:
        _has_lock.reset(turn)
        _new.reset(new)
        _ordinals.reset(token)


def assume_new(command_id: UUID) -> None:
    """Let ``unit_of_work.earlier_events`` skip its query; ``append_all`` still refuses a repeated command."""
    _new.set(command_id)


def is_assumed_new(command_id: UUID) -> bool:
    return _new.get() == command_id


def appended_count(command_id: UUID) -> int:
    """Return the number of events that this run of the command has appended so far."""
    return (_ordinals.get() or {}).get(command_id, 0)


def _add_to_count(command_id: UUID, more: int) -> None:
    counts = _ordinals.get()
    if counts is not None and command_id in counts:
        counts[command_id] += more


def _end_of_log(command_id: UUID) -> tuple[int, int]:
    """Return the last position, and the next ordinal of the command."""
    ordinal = appended_count(command_id)
    asked = [statements.column_value(Event, "command_id", command_id), ordinal]
    [(position, repeated)] = statements.select(_END_OF_LOG, asked)
    if repeated:
        raise CommandRepeated(command_id)
    return position or 0, ordinal


class _Encoded(NamedTuple):
    event: object
    kind: str
    data: dict[str, Any]


@dataclass(slots=True, kw_only=True)
class _Appender:
    """Builds rows that follow the end of the log, of their streams and of the command."""

    actor: str
    command_id: UUID
    at: datetime
    position: int = 0
    ordinal: int = 0
    openings: list[tuple[int, commitments.OpenedCommitment]] = field(default_factory=list)
    ends: dict[str, tuple[int, str]]

    def chain(self, change: Change, encoded: Iterable[_Encoded]) -> list[tuple[Event, StoredEvent]]:
        """Return rows that follow the end of a stream, each with the event that readers get."""
        version, digest = self.ends.get(change.stream, (0, ""))
        if change.expected and not version:
            refuse_damaged(change.stream, change.expected)  # the stream was read, but has no head
        if version != change.expected:
            raise VersionClash(change.stream, change.expected, version)
        stored = []
        for event, kind, unpinned in encoded:
            self.position, version = self.position + 1, version + 1
            data = pinning.with_pin(event, unpinned, self.ends)
            stored_data, opened = commitments.commit_texts(data, openings.new_salts())
            self.openings += ((self.position, one) for one in opened)
            row = Event(
                position=self.position,
                stream=change.stream,
                version=version,
                kind=kind,
                data=canonical(stored_data),
                actor=self.actor,
                command_id=self.command_id,
                ordinal=self.ordinal,
                recorded_at=self.at,
            )
            self.ordinal += 1
            row.digest = digest_of(digest, row)
            stored.append((row, _stored_event(row, kind, data, follows=digest)))
            digest = row.digest
        self.ends[change.stream] = version, digest
        return stored


def _verified_ends(changes: Sequence[Change]) -> dict[str, tuple[int, str]]:
    """Return the last version and digest of each existing stream; refuse damaged streams and bad names.

    Includes the streams that events are pinned to: damage in those does not block appending to this one.
    """
    streams = [change.stream for change in changes]
    for stream in streams:
        check_name(stream)
    if len(set(streams)) < len(streams):
        raise ValueError("a stream is named twice")
    pinned = {pinning.pinned_stream(event) for change in changes for event in change.events}
    return verified_ends(streams, sorted(pinned.difference(streams, [""])))


def _rows(where: str, values: Sequence[Any]) -> list[Row]:
    make = _from_sqlite if connection.vendor == "sqlite" else Row._make
    found = statements.select(f"SELECT {', '.join(Row._fields)} FROM games_event {where}", values)  # noqa: S608
    return [make(columns) for columns in found]


def _from_sqlite(columns: tuple[Any, ...]) -> Row:
    row = Row._make(columns)
    return row._replace(command_id=UUID(columns[6]), recorded_at=columns[8].replace(tzinfo=UTC))


def decode_rows(rows: Iterable[Event | Row]) -> list[StoredEvent]:
    """Decode rows, looking up the texts of all their commitments in one query."""
    rows = list(rows)
    texts = openings.texts_for(row.data for row in rows)
    return [decode_row(row, texts) for row in rows]


def decode_row(
    row: Event | Row, texts: Mapping[str, str] | None = None, follows: str | None = None
) -> StoredEvent:
    """Decode a row: upcast its data and open its commitments. Refuses a damaged row.

    ``texts``: the texts of its commitments from ``openings.texts_for``; None to look them up.
    """
    found = openings.texts_for([row.data]) if texts is None else texts
    try:
        return _stored_event(
            row, *wire.upcast(row.kind, commitments.open_commitments(row.data, found)), follows=follows
        )
    except _UNREADABLE:
        refuse_damaged(row.stream, row.version)


def _stored_event(
    row: Event | Row, kind: str, data: dict[str, Any], follows: str | None = None
) -> StoredEvent:
    return StoredEvent(
        position=row.position,
        stream=row.stream,
        version=row.version,
        kind=kind,
        data=data if row.joined is None else local_data(data, row.joined),
        actor=row.actor if row.joined is None else local_name(row.actor, row.joined),
        command_id=row.command_id,
        ordinal=row.ordinal,
        recorded_at=row.recorded_at,
        digest=row.digest,
        follows=follows,
    )
