"""Migrating one at a time, whichever process or machine asks.

The lock is gone with the process that holds it, however that ends.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

LOCK_KEY = 0x6E69_6769_7269  # "nigiri"; the log's locks have small numbers
POLL_SECONDS = 0.1  # seconds
LONGEST_WAIT = 3600.0


@contextmanager
def hold_migration_lock() -> Iterator[None]:
    """Within, nobody else is in here for this database. Waits for as long as it takes."""
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
    """By a connection of its own. Asked again and again: a statement that waits holds up new indexes."""
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
    """By a file beside the database. SQLite locks it, as it does on every system."""
    with closing(sqlite3.connect(path, timeout=LONGEST_WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
