"""Django's migrate command, for one process at a time.

The lock is released when the process that holds it ends, however it ends.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from games.management.base import report_operational_errors

LOCK_KEY = 0x6E69_6769_7269  # "nigiri"; the log's locks have small numbers
POLL_SECONDS = 0.1  # seconds
LONGEST_WAIT = 3600.0


@contextmanager
def hold_migration_lock() -> Iterator[None]:
    """Hold the migration lock of this database inside the block; wait for it as long as necessary."""
    if connection.vendor == "postgresql":
        with _lock_in_postgresql():
            yield
    elif connection.is_in_memory_db():  # type: ignore[attr-defined]  # SQLite's has it
        yield
    else:
        with _lock_on_file(Path(f"{connection.settings_dict['NAME']}-upgrade")):
            yield


@contextmanager
def _lock_in_postgresql() -> Iterator[None]:
    """Hold an advisory lock on a separate connection.

    It is polled: a waiting statement would block the creation of indexes.
    """
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            while True:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_KEY])
                if cursor.fetchone() == (True,):
                    break
                time.sleep(POLL_SECONDS)
        yield
    finally:
        own.close()


@contextmanager
def _lock_on_file(path: Path) -> Iterator[None]:
    """Hold a lock on a file next to the database, taken by SQLite, which can lock files on every system."""
    with closing(sqlite3.connect(path, timeout=LONGEST_WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Migrate, or say in one line why the database cannot be used."""
        with report_operational_errors():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate under the lock; a process that had to wait finds nothing left to do."""
        with hold_migration_lock():
            super().handle(*args, **options)
