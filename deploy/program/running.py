"""The lock on a data folder, so that one program at a time uses it, and that program's address.

SQLite holds the lock, on every system; it is released when the process ends, however it ends.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

LOCK, ADDRESS = "running", "running-at"
PATIENCE = 20.0  # seconds for another that starts


class Busy(Exception):
    """Another program uses this folder, at ``address`` ("" if it does not publish it in time)."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def lock_folder(data: Path) -> Iterator[None]:
    """Hold the lock on the folder inside the block. Raises Busy."""
    with closing(sqlite3.connect(data / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise Busy(_published_address(data)) from None
        (data / ADDRESS).unlink(missing_ok=True)  # of one that was killed
        try:
            yield
        finally:
            (data / ADDRESS).unlink(missing_ok=True)


def publish_address(data: Path, address: str) -> None:
    """Publish the address of this program, once it responds."""
    (data / ADDRESS).write_text(address, encoding="utf-8")


def _published_address(data: Path) -> str:
    """Return the published address; the other program may still be starting."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (data / ADDRESS).exists():
            return (data / ADDRESS).read_text(encoding="utf-8").strip()
        time.sleep(0.2)
    return ""
