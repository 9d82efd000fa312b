"""Health checks: tables, storage, and parts that the service can do without (a warning, with status 200)."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import timezone
from health_check.base import HealthCheck
from health_check.checks import Database as HealthCheckDatabase
from health_check.exceptions import ServiceUnavailable, ServiceWarning

from deploy.celery import app
from deploy.server.starting import count_pending_migrations
from deploy.server.trouble import was_full_recently
from tournaments.outbox.running import count_overdue
from tournaments.outbox.waking import BROKER_ERRORS

_seen = False
"""Code does not change while it runs, and nobody takes a migration back beneath it: once is enough."""


class Part(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """A part of the service, by the name that `/health/` and `nigiri_part_ok` give it."""

    def __repr__(self) -> str:
        return type(self).__name__.lower()


class Database(Part, HealthCheckDatabase):  # type: ignore[misc]  # django-health-check ships no types
    """Check that the database answers a query."""


@dataclass(repr=False)
class Migrated(Part):
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


@dataclass(repr=False)
class Cache(Part):
    """Check that Redis, if there is one, answers."""

    def run(self) -> None:
        caches["shared"].set("health", 1)
        if not caches["shared"].get("health"):
            raise ServiceWarning("Redis does not answer: cached pages are made again for each request.")


@dataclass(repr=False)
class Queue(Part):
    """Check that Celery's broker, if there is one, answers."""

    def run(self) -> None:
        if not settings.CELERY_BROKER_URL:
            return
        try:
            with app.connection_for_write() as link:
                link.ensure_connection(max_retries=0)
        except BROKER_ERRORS:
            raise ServiceWarning("The queue does not answer: background work waits for it.") from None


@dataclass(repr=False)
class Jobs(Part):
    """Check that no job is overdue."""

    def run(self) -> None:
        was_open = connection.connection is not None
        try:
            number = count_overdue(timezone.now())
        finally:
            if not was_open:
                connection.close()  # of a thread that ends with this request
        if number:
            raise ServiceWarning(f"{number} jobs lie undone, and nobody is at one.")


LEAST_FREE = 16 * 1024 * 1024  # bytes: the write-ahead log of a busy hour and an import


class StorageFull(ServiceUnavailable):  # type: ignore[misc]  # django-health-check ships no types
    """There is no space left; reads are still answered."""


@dataclass(repr=False)
class Writing(Part):
    """Check that data can be stored.

    SQLite: its folder is writable and has ``least_free`` bytes. PostgreSQL: it is not read-only, and has not
    recently refused a write for lack of space.
    """

    least_free: int = LEAST_FREE

    def run(self) -> None:
        if connection.vendor == "sqlite":
            _check_file(Path(str(connection.settings_dict["NAME"])), self.least_free)
        else:
            _check_server()


def _check_file(file: Path, least_free: int) -> None:
    if shutil.disk_usage(file.parent).free < least_free:
        raise StorageFull("The disk is full, or nearly.")
    if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        raise ServiceUnavailable("The database file cannot be written.")


def _check_server() -> None:
    if was_full_recently():
        raise StorageFull("The disk of the database is full.")
    with connection.temporary_connection() as cursor:
        cursor.execute("SHOW transaction_read_only")
        if cursor.fetchone() != ("off",):
            raise ServiceUnavailable("The database is read-only.")
