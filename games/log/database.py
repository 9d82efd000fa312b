"""Operations on the whole database: snapshots, and removing deleted data from SQLite's files.

SQLite's connections overwrite the pages that they free (``deploy.server.databases``), but its write-ahead
log has the old bytes until it is truncated. PostgreSQL's vacuum removes deleted rows by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError


@contextmanager
def snapshot() -> Iterator[None]:
    """Read the database as of the beginning of the block, without blocking writers.

    SQLite's WAL provides that for readers; Django's own transactions would be write transactions here.
    """
    if connection.in_atomic_block:
        raise TransactionManagementError("a snapshot begins outside of a transaction")
    if connection.vendor == "sqlite":
        with _read_transaction():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _read_transaction() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            cursor.execute(
                "SELECT COUNT(*) FROM django_migrations"
            ).fetchone()  # the first read takes the snapshot
            yield
        finally:
            cursor.execute("ROLLBACK")


EMPTY_DATABASE = "The folder is empty: run `manage.py migrate`"


def has_no_tables() -> bool:
    """Return whether there is no table at all; False if the database cannot be read."""
    try:
        return not connection.introspection.table_names()
    except DatabaseError:
        return False


def truncate_wal() -> None:
    """Truncate SQLite's write-ahead log, outside of a transaction.

    Does nothing while another connection reads.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def vacuum() -> None:
    """Rewrite SQLite's file without free pages. Blocks all other connections."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    truncate_wal()
