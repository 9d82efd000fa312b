"""The digests of events (pure).

``digest = sha256(digest of the previous event of the stream, or "", + canonical JSON of the event)`` over
the keys actor, command_id, data, kind, ordinal, position, recorded_at, stream, version; ``command_id`` is a
UUID with hyphens, ``recorded_at`` is UTC with six decimals and a Z. Any program can check a log from these
lines alone. Of an event with ``joined`` (see ``games.log.joined_logs``), ``position`` is less by as much.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Protocol
from uuid import UUID


class Stored(Protocol):
    """A row of the log. ``data`` is canonical JSON text and enters the digest unchanged."""

    @property
    def position(self) -> int: ...
    @property
    def stream(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def command_id(self) -> UUID: ...
    @property
    def ordinal(self) -> int: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def joined(self) -> int | None: ...


def digest_of(previous: str, row: Stored) -> str:
    """Return the digest of a row after that of the stream's previous event, ``""`` for the first."""
    return sha256((previous + line(row, row.position - (row.joined or 0))).encode()).hexdigest()


def line(row: Stored, position: int) -> str:
    """Return the canonical JSON of a stored event at that position."""
    return (
        f'{{"actor":{_quoted(row.actor)},"command_id":"{row.command_id}","data":{row.data},'
        f'"kind":{_quoted(row.kind)},"ordinal":{row.ordinal},"position":{position},'
        f'"recorded_at":"{timestamp(row.recorded_at)}","stream":{_quoted(row.stream)},"version":{row.version}}}'
    )


def timestamp(moment: datetime) -> str:
    """Format a time as ``2025-03-01T09:30:00.000000Z``. Raises ValueError for a time without a zone."""
    if moment.tzinfo is None:
        raise ValueError("a time in the log needs a time zone")
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


_quoted = json.JSONEncoder(ensure_ascii=False).encode


# The version of ``deploy/format`` in which a log is written; a tournament's ``created`` event names it.
# Version 2 replaced typed texts by commitments, version 3 added names, roles, seeds and pins of records.
SPECIFICATION = "3"
SPECIFICATION_OF_OLD_LOGS = "1"  # of events that do not name a version
