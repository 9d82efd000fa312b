"""The event store: append with an expected version, read one stream, follow all by position.

``position`` counts every event in commit order, without gaps: whoever has read up to n finds everything
that came later with ``read_all(after=n)`` and never misses any. On PostgreSQL a transaction-level advisory
lock, taken by ``append`` and held until the commit, sees to it; SQLite has one writer at a time.
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
from games.log.damage import damaged, ends
from games.log.digests import digest_of
from games.log.joined_logs import data_here, name_here
from games.log.tables import Event

LOCK = 0x4E69676972693031  # "Nigiri01": the advisory lock of all writers of one database
LONGEST_NAME = 200
WAITED = Histogram(
    "nigiri_turn_wait_seconds",
    "Waits for the log's advisory lock.",
    buckets=(0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 4, 10, 60),
)
BATCH = 500  # events that ``iterate`` holds

_NO_END = 2**63 - 1
_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError)  # what decoding altered data raises
_STREAM = "WHERE stream = %s AND version > %s AND version <= %s ORDER BY version"
_BATCH = "WHERE stream = %s AND version > %s AND version <= %s AND position <= %s ORDER BY version LIMIT %s"
_COMMAND = "WHERE command_id = %s ORDER BY ordinal"
_SPAN = "SELECT MIN(version), MAX(version) FROM games_event WHERE command_id = %s AND stream = %s"
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
_TURN = "SELECT pg_advisory_xact_lock(%s)"
_LAST = "SELECT version, digest FROM games_event WHERE stream = %s ORDER BY version DESC LIMIT 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event of the log. ``kind`` and ``data`` are today's form; ``digest`` covers what is stored.

    ``follows``: the digest of the stream's previous event, "" for the first; None where it was not looked up.
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
        """The registered dataclass, or ``wire.Unknown``; decoded anew on every access.

        Refuses with ``log_damaged`` what cannot have been written.
        """
        try:
            return wire.decode(self.kind, self.data)
        except _UNREADABLE:
            damaged(self.stream, self.version)


class Row(NamedTuple):
    """An event as it is stored, read without the ORM, which takes longer than the database."""

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
    """Events for one stream that was read at version ``expected``."""

    stream: str
    expected: int
    events: Sequence[object]


class VersionClash(Exception):
    """Somebody else appended to the stream since it was read."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class CommandRepeated(Exception):
    """Another transaction stored events of this command id; ``by_command`` returns them."""

    def __init__(self, command_id: UUID) -> None:
        super().__init__(f"command {command_id} has been carried out already")
        self.command_id = command_id


def append(
    stream: str, *, expected: int, events: Sequence[object], actor: str, command_id: UUID, at: datetime
) -> list[Recorded]:
    """``append_all`` for one stream."""
    change = Change(stream=stream, expected=expected, events=events)
    return append_all([change], actor=actor, command_id=command_id, at=at)


def append_all(changes: Sequence[Change], *, actor: str, command_id: UUID, at: datetime) -> list[Recorded]:
    """Store the events of each change as versions ``expected + 1``, ... of its stream, each stream once.

    Wants an open transaction. Inside ``counting(command_id)``, which ``unit.run`` opens, the events of
    several calls are numbered on. Raises VersionClash, CommandRepeated; TypeError or ValueError for what
    cannot be stored.
    """
    check_name(actor)
    if at.tzinfo is None:
        raise ValueError("a time in the log needs a time zone")
    encoded = [
        (change, [_Encoded(event, *wire.encode(event)) for event in change.events]) for change in changes
    ]
    take_turn()
    link = _Link(actor=actor, command_id=command_id, at=at.astimezone(UTC), ends=_ends(changes))
    link.position, link.ordinal = _end_of_log(command_id)
    stored: list[tuple[Event, Recorded]] = []
    for change, events in encoded:
        stored += link.chain(change, events)
    insert([row for row, _ in stored])
    openings.keep(link.openings)
    _count(command_id, len(stored))
    return [recorded for _, recorded in stored]


def read(stream: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
    """The events of one stream with ``after < version <= upto``, in order."""
    return recorded_all(_rows(_STREAM, [stream, after, _NO_END if upto is None else upto]))


def continued(stream: str, after: int = 0, link: str = "") -> list[Recorded]:
    """The events after version ``after``, whose digest is ``link``, for who adds to them: each is checked.

    Refuses with ``log_damaged`` where one is missing or is not what was written.
    """
    found = []
    rows = _rows(_STREAM, [stream, after, _NO_END])
    said = openings.of(row.data for row in rows)
    try:
        for row in rows:
            if row.version != after + 1 or row.digest != digest_of(link, row):
                damaged(stream, after + 1)
            found.append(recorded(row, said, follows=link))
            after, link = row.version, row.digest
    except _UNREADABLE:
        damaged(stream, after + 1)
    return found


def iterate(
    stream: str, after: int = 0, upto: int | None = None, *, until: int | None = None
) -> Iterator[Recorded]:
    """What ``read`` returns, one by one: of a long stream no more than ``BATCH`` events are held at once.

    ``until``: the last position.
    """
    last, end = (_NO_END if most is None else min(most, _NO_END) for most in (upto, until))
    while batch := _rows(_BATCH, [stream, min(after, _NO_END), last, end, BATCH]):
        after = batch[-1].version
        yield from recorded_all(batch)
        if len(batch) < BATCH:
            return


def naming(
    stream: str, texts: Sequence[str], kinds: Collection[str], *, besides: Collection[str] = ()
) -> list[Recorded]:
    """The events of one stream, in order, of these kinds whose data have one of the texts; all ``besides``.

    The database looks: what is not found is not read. What somebody typed is not in the data, and not found.
    """
    rows = Event.objects.filter(stream=stream).annotate(
        **{f"place_{number}": StrIndex("data", Value(text)) for number, text in enumerate(texts)}
    )
    found = [Q(kind__in=kinds, **{f"place_{number}__gt": 0}) for number in range(len(texts))]
    rows = rows.filter(reduce(or_, found, Q(kind__in=besides)))
    return recorded_all(rows.order_by("version"))


def tells_of(stream: str, kinds: Collection[str]) -> bool:
    """Whether a stream has an event of one of these kinds."""
    return Event.objects.filter(stream=stream, kind__in=kinds).exists()


def read_all(after: int = 0, limit: int = 1000, upto: int | None = None) -> list[Recorded]:
    """At most ``limit`` events with ``after < position <= upto``, in commit order."""
    rows = Event.objects.filter(position__gt=after).order_by("position")
    return recorded_all((rows if upto is None else rows.filter(position__lte=upto))[:limit])


def by_command(command_id: UUID) -> list[Recorded]:
    """What a command stored, in its order; empty when it has not run or stored nothing."""
    return recorded_all(_rows(_COMMAND, [statements.column(Event, "command_id", command_id)]))


def span(stream: str, command_id: UUID) -> tuple[int, int]:
    """The first and the last version that a command stored in a stream; (0, 0) for none."""
    [found] = statements.select(_SPAN, [statements.column(Event, "command_id", command_id), stream])
    return found[0] or 0, found[1] or 0


def version(stream: str) -> int:
    """The last version of a stream, 0 when there is none."""
    return last_of(stream)[0]


def head() -> int:
    """The last position of the log, 0 when it is empty."""
    [(position,)] = statements.select(_HEAD)
    return position or 0


def last_of(stream: str) -> tuple[int, str]:
    """Last version and digest of a stream; ``(0, "")`` when there is none."""
    found = statements.select(_LAST, [stream])
    return (found[0][0], found[0][1]) if found else (0, "")


def take_turn() -> None:
    """Wait until no other transaction is appending; holds until this one ends. Safe to take twice.

    On SQLite a transaction has waited when it began. Raises OperationalError after ``lock_timeout``.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("events are appended inside a transaction")
    if connection.vendor == "postgresql" and not _has_turn.get():
        with WAITED.time():
            statements.select(_TURN, [LOCK])
        _has_turn.set(_ordinals.get() is not None)


def insert(rows: Sequence[Event]) -> None:
    """Write rows that are complete, with positions and digests, and the heads of their streams."""
    statements.write_each(_INSERT, [_values(row) for row in rows])
    ends = {row.stream: (row.stream, row.version, row.digest) for row in rows}
    statements.write_each(_NEW_HEAD, list(ends.values()))


def _values(row: Event) -> tuple[Any, ...]:
    command_id = statements.column(Event, "command_id", row.command_id)
    at = statements.column(Event, "recorded_at", row.recorded_at)
    first = row.position, row.stream, row.version, row.kind, row.data, row.actor
    return *first, command_id, row.ordinal, at, row.digest, row.joined


def check_name(name: str) -> None:
    """Raises ValueError for a stream or actor that is empty, too long, or not printable."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise ValueError(f"{name[:50]!r} cannot name a stream or an actor")


_ordinals: ContextVar[dict[UUID, int] | None] = ContextVar("ordinals", default=None)
_has_turn: ContextVar[bool] = ContextVar("has_turn", default=False)
"""Whether this run of a command holds the writers' turn already."""
_new: ContextVar[UUID | None] = ContextVar("new", default=None)
"""A command whose id was looked for in this transaction, and not found."""


@contextmanager
def counting(command_id: UUID) -> Iterator[None]:
    """Within, all appends of this command belong to one run of it and number their events on."""
    counts = _ordinals.get() or {}
    token = _ordinals.set(counts if command_id in counts else {**counts, command_id: 0})
    new, turn = _new.set(_new.get()), _has_turn.set(_has_turn.get())
    try:
        yield
    finally:
        _has_turn.reset(turn)
        _new.reset(new)
        _ordinals.reset(token)


def assume_new(command_id: UUID) -> None:
    """Let ``unit.done`` not look for a command again; ``append_all`` still refuses one that is repeated."""
    _new.set(command_id)


def is_assumed_new(command_id: UUID) -> bool:
    return _new.get() == command_id


def counted(command_id: UUID) -> int:
    """How many events this run of the command has appended so far."""
    return (_ordinals.get() or {}).get(command_id, 0)


def _count(command_id: UUID, more: int) -> None:
    counts = _ordinals.get()
    if counts is not None and command_id in counts:
        counts[command_id] += more


def _end_of_log(command_id: UUID) -> tuple[int, int]:
    """The last position, and the next ordinal of the command."""
    ordinal = counted(command_id)
    asked = [statements.column(Event, "command_id", command_id), ordinal]
    [(position, repeated)] = statements.select(_END_OF_LOG, asked)
    if repeated:
        raise CommandRepeated(command_id)
    return position or 0, ordinal


class _Encoded(NamedTuple):
    event: object
    kind: str
    data: dict[str, Any]


@dataclass(slots=True, kw_only=True)
class _Link:
    """Where the next event goes: the end of the log and of the command."""

    actor: str
    command_id: UUID
    at: datetime
    position: int = 0
    ordinal: int = 0
    openings: list[tuple[int, commitments.Opened]] = field(default_factory=list)
    ends: dict[str, tuple[int, str]]

    def chain(self, change: Change, encoded: Iterable[_Encoded]) -> list[tuple[Event, Recorded]]:
        """Rows that follow the last version and digest of a stream, each with what readers see of it."""
        version, digest = self.ends.get(change.stream, (0, ""))
        if change.expected and not version:
            damaged(change.stream, change.expected)  # it has been read, and nobody began it
        if version != change.expected:
            raise VersionClash(change.stream, change.expected, version)
        stored = []
        for event, kind, unpinned in encoded:
            self.position, version = self.position + 1, version + 1
            data = pinning.rested(event, unpinned, self.ends)
            stored_data, opened = commitments.sealed(data, openings.salts())
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
            stored.append((row, _recorded(row, kind, data, follows=digest)))
            digest = row.digest
        self.ends[change.stream] = version, digest
        return stored


def _ends(changes: Sequence[Change]) -> dict[str, tuple[int, str]]:
    """Last version and digest of each stream that has any, if all names are good. Refuses damaged ones.

    Those that events rest on are among them: damage there is no reason to refuse what is said elsewhere.
    """
    streams = [change.stream for change in changes]
    for stream in streams:
        check_name(stream)
    if len(set(streams)) < len(streams):
        raise ValueError("a stream is named twice")
    under = {pinning.stream_under(event) for change in changes for event in change.events}
    return ends(streams, sorted(under.difference(streams, [""])))


def _rows(where: str, values: Sequence[Any]) -> list[Row]:
    make = _from_sqlite if connection.vendor == "sqlite" else Row._make
    found = statements.select(f"SELECT {', '.join(Row._fields)} FROM games_event {where}", values)  # noqa: S608
    return [make(columns) for columns in found]


def _from_sqlite(columns: tuple[Any, ...]) -> Row:
    row = Row._make(columns)
    return row._replace(command_id=UUID(columns[6]), recorded_at=columns[8].replace(tzinfo=UTC))


def recorded_all(rows: Iterable[Event | Row]) -> list[Recorded]:
    """Rows as readers see them; what was typed is looked up in one query, if anything was."""
    rows = list(rows)
    said = openings.of(row.data for row in rows)
    return [recorded(row, said) for row in rows]


def recorded(row: Event | Row, said: Mapping[str, str] | None = None, follows: str | None = None) -> Recorded:
    """A row as readers see it, lifted to today's form. Refuses what cannot be read.

    ``said``: what opens its commitments, as ``openings.of`` has it; None: look it up.
    """
    found = openings.of([row.data]) if said is None else said
    try:
        return _recorded(row, *wire.upcast(row.kind, commitments.opened(row.data, found)), follows=follows)
    except _UNREADABLE:
        damaged(row.stream, row.version)


def _recorded(row: Event | Row, kind: str, data: dict[str, Any], follows: str | None = None) -> Recorded:
    return Recorded(
        position=row.position,
        stream=row.stream,
        version=row.version,
        kind=kind,
        data=data if row.joined is None else data_here(data, row.joined),
        actor=row.actor if row.joined is None else name_here(row.actor, row.joined),
        command_id=row.command_id,
        ordinal=row.ordinal,
        recorded_at=row.recorded_at,
        digest=row.digest,
        follows=follows,
    )
