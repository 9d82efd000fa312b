"""One program at a time on a folder, and where it is to be found.

SQLite holds the lock, as it does on every system; it is gone with the process, however that ends.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

LOCK, ADDRESS = "running", "running-at"
PATIENCE = 20.0  # seconds for another that starts


class Busy(Exception):
    """Another program runs on this folder, at ``address`` (empty where it does not say so in time)."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def alone_on(data: Path) -> Iterator[None]:
    """Within, no other start has this folder. Raises Busy."""
    with closing(sqlite3.connect(data / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise Busy(_told(data)) from None
        (data / ADDRESS).unlink(missing_ok=True)  # of one that was killed
        try:
            yield
        finally:
            (data / ADDRESS).unlink(missing_ok=True)


def tell(data: Path, address: str) -> None:
    """Once it can be asked."""
    (data / ADDRESS).write_text(address, encoding="utf-8")


def _told(data: Path) -> str:
    """It may be starting itself."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (data / ADDRESS).exists():
            return (data / ADDRESS).read_text(encoding="utf-8").strip()
        time.sleep(0.2)
    return ""
