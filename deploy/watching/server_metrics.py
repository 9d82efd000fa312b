"""Metrics of the server: its parts as in `/health/`, connections, free space on the disk."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string
from health_check.base import HealthCheck
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.log.statements import select

_CONNECTIONS = """
SELECT COUNT(*), current_setting('max_connections')::int
FROM pg_stat_activity WHERE backend_type = 'client backend'
"""


class Parts(Collector):
    """Metrics of the health checks, which run on each request: a process has no current results."""

    def __init__(self, checks: Iterable[str]) -> None:
        self.checks: list[type[HealthCheck]] = [import_string(check) for check in checks]

    def collect(self) -> Iterable[Metric]:
        gauge = GaugeMetricFamily("nigiri_part_ok", "1: all is well; 0: see /health/.", labels=["part"])
        for check in self.checks:
            gauge.add_metric([check.__name__.lower()], _is_well(check()))
        yield gauge


def _is_well(check: HealthCheck) -> bool:
    try:
        check.run()
    except Exception:  # noqa: BLE001 - whatever it is, /health/ and the log say it
        return False
    return True


class Connections(Collector):
    """The connections to all databases of the PostgreSQL server. SQLite has no such limit."""

    def collect(self) -> Iterable[Metric]:
        used = GaugeMetricFamily("nigiri_database_connections", "Connections to the database server.")
        most = GaugeMetricFamily("nigiri_database_connections_most", "As many as it takes.")
        if connection.vendor == "postgresql":
            [(number, limit)] = select(_CONNECTIONS)
            used.add_metric([], number)
            most.add_metric([], limit)
        return used, most


class Disk(Collector):
    """The free space in the folder that the service writes to: a club's database; keys and static files."""

    def collect(self) -> Iterable[Metric]:
        folder = _folder()
        there = next(one for one in (folder, *folder.parents) if one.exists())
        free = shutil.disk_usage(there).free
        yield GaugeMetricFamily("nigiri_disk_free_bytes", "Free in the service's folder.", value=free)


def _folder() -> Path:
    if connection.vendor == "sqlite":
        return Path(str(connection.settings_dict["NAME"])).parent
    return Path(settings.DATA_DIR)
