"""Files that only their owner can read, and the errors of backups."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UnusableSource(Exception):
    """The error that a file or a database cannot be used; the message gives the reason."""


class MissingTool(Exception):
    """A program of PostgreSQL is not installed on this machine."""


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Create a file for the block to fill; remove it if the block fails. Raises FileExistsError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield path
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
