"""Backup of this database, and restoring of a backup into an empty one."""

from pathlib import Path
from types import ModuleType

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.backups import postgresql, sqlite
from games.backups.files import UnusableSource
from games.log.database import has_no_tables

TOOLS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
SESSIONS = ("sessions.Session", "usersessions.UserSession")
"""Sessions are not in a backup: a reader of the file must not be able to take one over."""


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
    if not has_no_tables():
        raise UnusableSource(
            "This database has tables already: restore into an empty folder or a new database"
        )
    with source.open("rb") as file:
        beginning = file.read(20)
    if not beginning.startswith(tool.SIGNATURE):
        raise UnusableSource(
            f"{source} is no backup of {connection.display_name}. `move` leads from one to the other"
        )
    later = sorted(tool.migrations_in(source) - MigrationLoader(None).disk_migrations.keys())
    if ours := [name for app, name in later if app in ("games", "tournaments")]:
        raise UnusableSource(f"A later version wrote {source}: this one does not know {ours[-1]}")
    tool.restore(source)
    call_command("migrate", verbosity=0)
