"""How far a server's log of writes is, and whether another follows that very log."""

from typing import Any, NamedTuple
from weakref import ref

from django.db import DatabaseError

_POSITION = "SELECT pg_current_wal_flush_lsn()::text"
_REACHED = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= %s::pg_lsn END"
_LAG = "SELECT GREATEST(0, pg_wal_lsn_diff(%s::pg_lsn, pg_last_wal_replay_lsn()))::bigint"
_WRITES = """
SELECT (SELECT system_identifier FROM pg_control_system())::text,
       ltrim(substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), '0')
"""
_FOLLOWS = """
SELECT (SELECT system_identifier FROM pg_control_system())::text,
       upper(to_hex((SELECT timeline_id FROM pg_control_checkpoint())))
"""


class NotFollowing(DatabaseError):
    """The server is no replica of the one that writes, or not any more."""


class Position(NamedTuple):
    """``of``: the connection that said so, whose server's log is meant."""

    lsn: str
    of: Any


def position_of(writer: Any) -> Position:
    """Up to which what was committed is on the writer's disk: every write that was answered is before it."""
    with writer.cursor_here() as cursor, writer.briefly():
        cursor.execute(_POSITION)
        [lsn] = cursor.fetchone()
    return Position(lsn, writer.connection)


def has_reached(replica: Any, writer: Any, position: Position) -> bool:
    """Whether everything up to the position can be read there. Raises NotFollowing, DatabaseError."""
    _see_that_it_follows(replica, writer)
    with replica.cursor_here() as cursor, replica.briefly():
        cursor.execute(_REACHED, [position.lsn])
        [reached] = cursor.fetchone()
    if reached is None:
        raise NotFollowing("it is no replica any more: it was promoted")
    return bool(reached)


def bytes_behind(replica: Any, position: Position) -> int:
    """What it has still to replay, of the writer's log; 0 at the position."""
    with replica.cursor_here() as cursor:
        cursor.execute(_LAG, [position.lsn])
        [behind] = cursor.fetchone()
    return int(behind or 0)


def _see_that_it_follows(replica: Any, writer: Any) -> None:
    """Once for each pair of connections: after a failover positions of two histories would be compared.

    A replica that has changed over is known by its next restart point, within `checkpoint_timeout`.
    """
    replica.ensure_connection()
    seen = getattr(replica.connection, "seen_with", None)
    if seen and seen() is writer.connection:
        return
    with writer.cursor_here() as cursor:
        cursor.execute(_WRITES)
        written = cursor.fetchone()
    with replica.cursor_here() as cursor, replica.briefly():
        cursor.execute(_FOLLOWS)
        followed = cursor.fetchone()
    if written[0] != followed[0]:
        raise NotFollowing("it is a copy of another database")
    if written[1] != followed[1]:
        raise NotFollowing(f"it is on timeline {followed[1]}, the server that writes on {written[1]}")
    replica.connection.seen_with = ref(writer.connection)
