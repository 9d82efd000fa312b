"""Reading the whole database as it stood at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError


@contextmanager
def snapshot() -> Iterator[None]:
    """Within, everything read is of one moment: its beginning. Nobody waits for it.

    SQLite's WAL keeps what a reader began with; Django's own transactions would be a writer's here.
    """
    if connection.in_atomic_block:
        raise TransactionManagementError("a snapshot begins outside of a transaction")
    if connection.vendor == "sqlite":
        with _reading():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _reading() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            cursor.execute("SELECT COUNT(*) FROM django_migrations").fetchone()  # only a read takes it
            yield
        finally:
            cursor.execute("ROLLBACK")


EMPTY = "The folder is empty: run `manage.py migrate`"


def is_empty() -> bool:
    """Whether there is no table at all; False where nobody can look."""
    try:
        return not connection.introspection.table_names()
    except DatabaseError:
        return False


def scrub() -> None:
    """Outside of a transaction. Where somebody reads at this moment the next one cuts it."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def rewrite() -> None:
    """Write SQLite's file anew, as large as what is in it. Everybody waits meanwhile."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    scrub()
