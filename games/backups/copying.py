"""Backup of this database and of the installation's keys, and restoring of both.

The keys open every printed private link and sign receipts, so they are kept apart from backups: in a file of
their own, as assignments that a shell can read.
"""

import shlex
from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.backups import postgresql, sqlite
from games.backups.files import UnusableSource, new_file
from games.log.database import has_no_tables

TOOLS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
SESSIONS = ("sessions.Session", "usersessions.UserSession")
"""Sessions are not in a backup: a reader of the file must not be able to take one over."""
KEY_FILES = {"SECRET_KEY": "secret-key", "NIGIRI_LOG_KEY": "log-key"}
"""The environment variable of each key, and its file in the data directory."""

RETIRED = frozenset({"NIGIRI_VAPID_KEY"})  # signed web push; older files have it


def dump(target: Path) -> None:
    """Write a consistent backup of this database into a new file.

    Raises FileExistsError, MissingTool, UnusableSource.
    """
    tables = [apps.get_model(label)._meta.db_table for label in SESSIONS]  # noqa: SLF001 - Django's public face
    TOOLS[connection.vendor].dump(target, tables)


def restore(source: Path) -> None:
    """Restore a backup into this empty database and migrate it.

    Nothing is restored if a step fails. Raises MissingTool, UnusableSource.
    """
    tool = TOOLS[connection.vendor]
    connection.ensure_connection()  # else it would seem to have tables
    if not has_no_tables():
        raise UnusableSource(
            "This database has tables already: restore into an empty folder or a new database"
        )
    with source.open("rb") as file:
        beginning = file.read(20)
    if not beginning.startswith(tool.SIGNATURE):
        raise UnusableSource(
            f"{source} is not a backup of {connection.display_name}. `move` leads from one to the other"
        )
    later = sorted(tool.migrations_in(source) - MigrationLoader(None).disk_migrations.keys())
    if ours := [name for app, name in later if app in ("games", "tournaments")]:
        raise UnusableSource(f"A later version wrote {source}: this one does not know {ours[-1]}")
    tool.restore(source)
    call_command("migrate", verbosity=0)


def write_keys(path: Path) -> None:
    """Write the keys in force into a new file."""
    keys = {"SECRET_KEY": settings.SECRET_KEY, "NIGIRI_LOG_KEY": settings.LOG_KEY}
    with new_file(path):
        path.write_text("".join(f"{name}={shlex.quote(key)}\n" for name, key in keys.items()), "utf-8")


def read_keys(path: Path) -> dict[str, str]:
    """Return the keys in a file by their names.

    Raises UnusableSource for a damaged file, and if this installation takes its keys from the environment:
    restoring them would have no effect.
    """
    if settings.DATABASE_URL:
        raise UnusableSource(
            f"Set {' and '.join(KEY_FILES)} in the environment to what {path} has, without --keys"
        )
    pairs = [part.partition("=") for part in shlex.split(path.read_text("utf-8"))]
    found = {name: key for name, _, key in pairs}
    if "SECRET_KEY" not in found or not found.keys() <= KEY_FILES.keys() | RETIRED:
        raise UnusableSource(f"{path} is not a file of keys")
    return {name: key for name, key in found.items() if name in KEY_FILES}


def restore_keys(keys: dict[str, str]) -> None:
    """Replace the keys in the data directory by those of a backup."""
    for name, key in keys.items():
        if not key:
            continue  # the backup has no such key: keep the one in this directory
        path = Path(settings.DATA_DIR) / KEY_FILES[name]
        path.unlink(missing_ok=True)
        with new_file(path):
            path.write_text(f"{key}\n", "utf-8")
