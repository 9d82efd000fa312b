"""Django's migrate, one at a time."""

from typing import Any

from django.core.management.commands import migrate

from games.management.migration_lock import hold_migration_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Whoever comes second waits, and finds nothing left to do."""
        with hold_migration_lock():
            super().handle(*args, **options)
