"""Django's migrate, one at a time."""

from typing import Any

from django.core.management.commands import migrate

from games.management.alone import on_database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Whoever comes second waits, and finds nothing left to do."""
        with on_database():
            super().handle(*args, **options)
