"""Django's migrate command, for one process at a time."""

from typing import Any

from django.core.management.commands import migrate

from games.management.migration_lock import hold_migration_lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate under the lock; a process that had to wait finds nothing left to do."""
        with hold_migration_lock():
            super().handle(*args, **options)
