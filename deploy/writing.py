"""The health check that the database can store data, without writing."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from health_check.base import HealthCheck
from health_check.exceptions import ServiceUnavailable

from deploy.trouble import was_full_recently

LEAST_FREE = 16 * 1024 * 1024  # bytes: the write-ahead log of a busy hour and an import


class StorageFull(ServiceUnavailable):  # type: ignore[misc]  # django-health-check ships no types
    """There is no space left; reads are still answered."""


@dataclass
class Writing(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
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
