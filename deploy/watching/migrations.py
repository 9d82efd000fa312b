"""The health check that the database has the tables which this code needs."""

from dataclasses import dataclass

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from health_check.base import HealthCheck
from health_check.exceptions import ServiceUnavailable

_seen = False
"""Code does not change while it runs, and nobody takes a migration back beneath it: once is enough."""


@dataclass
class Migrated(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """Check that all migrations are applied.

    Newer tables are accepted: the previous version of the code runs with them during an upgrade.
    """

    def run(self) -> None:
        global _seen  # noqa: PLW0603 - one fact of the process
        try:
            _seen = _seen or not count_pending_migrations()
        finally:
            connection.close()  # of a thread that ends with this request
        if not _seen:
            raise ServiceUnavailable("The tables are older than the program: migrate.")


def count_pending_migrations() -> int:
    """Return the number of migrations that are not applied yet."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
