"""New files for their owner alone, and what is wrong with one that was given."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UnusableSource(Exception):
    """A file or a database that cannot be used, and why."""


class MissingTool(Exception):
    """A program of PostgreSQL that is not on this machine."""


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Make a file to be filled within. Raises FileExistsError; one that was not finished is removed."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield path
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
