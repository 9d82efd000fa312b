"""Backups of a SQLite file by SQLite's own backup function, consistent while others write."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from games.backups.files import UnusableSource, new_file

SIGNATURE = b"SQLite format 3\0"


def dump(target: Path, without: list[str]) -> None:
    """Copy this database into a new file, without the rows of some tables."""
    connection.ensure_connection()
    with new_file(target), closing(sqlite3.connect(target, isolation_level=None)) as copy:
        connection.connection.backup(copy)  # all pages in one step, so that writers cannot restart it
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file without a write-ahead log
        for table in without:
            copy.execute(f'DELETE FROM "{table}"')  # noqa: S608 - names of our models
        copy.execute("VACUUM")
        _check_integrity(copy, target)


def migrations_in(source: Path) -> set[tuple[str, str]]:
    """Return the app and name of each migration in a backup. Raises UnusableSource for a damaged file."""
    with _open_read_only(source) as copy:
        _check_integrity(copy, source)
        return set(copy.execute("SELECT app, name FROM django_migrations"))


def restore(source: Path) -> None:
    """Replace this database, which has no tables, by a copy of the file."""
    target = Path(connection.settings_dict["NAME"])
    coming = target.with_name(f"{target.name}-coming")
    coming.unlink(missing_ok=True)  # left by a process that was killed
    with new_file(coming), _open_read_only(source) as copy, closing(sqlite3.connect(coming)) as new:
        copy.backup(new)
    connection.close()
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    coming.replace(target)


@contextmanager
def _open_read_only(source: Path) -> Iterator[sqlite3.Connection]:
    uri = f"{source.resolve().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as copy:
        yield copy


def _check_integrity(copy: sqlite3.Connection, path: Path) -> None:
    try:
        found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
        copy.execute("SELECT 1 FROM django_migrations")
    except sqlite3.DatabaseError as error:
        raise UnusableSource(f"{path} cannot be read: {error}") from error
    if found != ["ok"]:
        raise UnusableSource(f"{path} is damaged: {found[0]}")
