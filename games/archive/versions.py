"""Which state of the tables an archive was written from, by the names of migrations."""

from collections import defaultdict

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.archive.parts import Damaged, Manifest

Migrations = dict[str, list[str]]


def applied() -> Migrations:
    """Of this database."""
    return _by_app(MigrationRecorder(connection).applied_migrations())


def known() -> Migrations:
    """Of this program, without a database."""
    return _by_app(MigrationLoader(None).disk_migrations)


def refuse_other(manifest: Manifest) -> None:
    """Raise Damaged where this program's tables are not those of the archive."""
    here = known()
    for app in sorted(here.keys() | manifest.migrations.keys()):
        there, ours = manifest.migrations.get(app, []), here.get(app, [])
        if there != ours:
            raise Damaged(
                f"written by another version: {app} has {_last(there)} there and {_last(ours)} here. "
                "Restore it with that version, then update"
            )


def _by_app(names: object) -> Migrations:
    found: Migrations = defaultdict(list)
    for app, name in sorted(names):  # type: ignore[call-overload]  # a dict of pairs
        found[app].append(name)
    return dict(found)


def _last(names: list[str]) -> str:
    return names[-1] if names else "no tables"
