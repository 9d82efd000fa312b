"""The event table as the database stores it, byte for byte, for verification.

SQLite may return text that differs from what is stored ("2025-01-01T00:00" and "2025-01-01 00:00" are one
time, "A" and "a" one hex digit, an index may answer for a damaged table). So its columns are read as bytes,
bypassing every index, and a row whose bytes are not exactly those that this program writes is not ``sound``.
PostgreSQL has types.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection

from games.log.append_only import TABLE
from games.log.canonical import LARGEST_INTEGER

BATCH = 2000
NUMBERS = ("position", "version", "ordinal", "joined")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the log; if it is not ``sound``, values that cannot be parsed are replaced by defaults."""

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
    joined: int | None = None
    sound: bool = True


COLUMNS = tuple(field.name for field in fields(Row) if field.name != "sound")


def rows(after: int = 0, upto: int = LARGEST_INTEGER) -> Iterator[Row]:
    """Yield every row with ``after < position <= upto``, by position, reading in batches."""
    make = _from_bytes if connection.vendor == "sqlite" else _from_types
    while batch := _select(
        TABLE, COLUMNS, f"WHERE position > {after:d} AND position <= {upto:d} ORDER BY position LIMIT {BATCH}"
    ):
        yield from map(make, batch)
        after = batch[-1][0]


def rows_at(positions: Sequence[int]) -> Iterator[Row]:
    """Yield the existing rows at these positions, in order."""
    make = _from_bytes if connection.vendor == "sqlite" else _from_types
    for start in range(0, len(positions), BATCH):
        listed = ",".join(f"{position:d}" for position in positions[start : start + BATCH])
        yield from map(make, _select(TABLE, COLUMNS, f"WHERE position IN ({listed}) ORDER BY position"))


def digests_at(places: Collection[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """Return the digests of the existing versions among these, in one pass over the log."""
    every = ((row.stream, row.version, row.digest) for row in rows())
    return {(stream, version): digest for stream, version, digest in every if (stream, version) in places}


def heads() -> Iterator[tuple[str, int, str]]:
    """Yield stream, version and digest of every row of the table of heads."""
    for stream, version, digest in _select("games_streamhead", ("stream", "version", "digest"), ""):
        yield _text(stream), _number(version), _text(digest)


def integrity() -> list[str]:
    """Return SQLite's complaints about its file; none on PostgreSQL, which checks pages as it reads."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({TABLE})")
        return [line for (line,) in cursor.fetchall() if line != "ok"]


def _select(table: str, columns: Sequence[str], rest: str) -> list[tuple[Any, ...]]:
    bare = connection.vendor == "sqlite"
    listed = ", ".join(f"CAST({c} AS BLOB)" if bare and c not in NUMBERS else c for c in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {listed} FROM {table} {'NOT INDEXED' if bare else ''} {rest}")  # noqa: S608
        selected: list[tuple[Any, ...]] = cursor.fetchall()
        return selected


def _from_types(values: tuple[Any, ...]) -> Row:
    return Row(**dict(zip(COLUMNS, values, strict=True)))


def _from_bytes(values: tuple[Any, ...]) -> Row:
    stored = dict(zip(COLUMNS, values, strict=True))
    read: dict[str, Any] = {name: _number(v) if name in NUMBERS else _text(v) for name, v in stored.items()}
    read["joined"] = stored["joined"] and read["joined"]
    identity, moment = _parse_uuid(read["command_id"]), _parse_time(read["recorded_at"])
    again = {**read, "command_id": identity.hex, "recorded_at": _format_time(moment)}
    sound = all(_to_bytes(again[name]) == value for name, value in stored.items())
    return Row(**{**read, "command_id": identity, "recorded_at": moment, "sound": sound})


def _to_bytes(value: str | int | None) -> bytes | int | None:
    return value.encode() if isinstance(value, str) else value


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _parse_uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


def _parse_time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)


def _format_time(moment: datetime) -> str:
    return str(connection.ops.adapt_datetimefield_value(moment))
