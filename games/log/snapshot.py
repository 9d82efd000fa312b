"""Reading the whole database as it stood at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
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
