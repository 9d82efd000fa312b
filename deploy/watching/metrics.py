"""Metrics for Prometheus: the counters of all processes, and numbers read from the database."""

import hmac
import shutil
from collections.abc import Iterable
from datetime import datetime
from math import inf
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from health_check.base import HealthCheck
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from deploy.watching.health import Health
from deploy.watching.work_metrics import Work
from games.log import statements, upkeep
from games.log.statements import select
from games.log.tables import DamagedStream

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
            gauge.add_metric([repr(one := check())], _is_well(one))
        yield gauge


def _is_well(check: HealthCheck) -> bool:
    try:
        check.run()
    except Exception:  # noqa: BLE001 - /health/ and the log name the fault
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


_ENDS = """
SELECT (SELECT COALESCE(MAX(position), 0) FROM games_event),
       (SELECT COALESCE(MAX(position), 0) FROM games_projectionposition)
"""


class Log(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        [(head, projected)] = statements.select(_ENDS)
        yield GaugeMetricFamily("nigiri_log_events", "Events of the log.", value=head)
        yield GaugeMetricFamily(
            "nigiri_projection_lag_events", "Events not in the tables.", value=head - projected
        )
        damaged = DamagedStream.objects.count()
        yield GaugeMetricFamily("nigiri_damaged_streams", "Streams whose log was altered.", value=damaged)
        verified, backed_up = upkeep.last_run(upkeep.VERIFY), upkeep.last_run(upkeep.BACKUP)
        yield _age("nigiri_verify_age_seconds", "Since it was verified; infinite: never.", verified.at, at)
        good = GaugeMetricFamily("nigiri_verify_ok", "1: the last verification found no fault; 0: it did.")
        if verified.good is not None:
            good.add_metric([], verified.good)
        yield good
        yield _age("nigiri_backup_age_seconds", "Since manage.py backup; infinite: never.", backed_up.at, at)


def _age(name: str, about: str, since: datetime | None, at: datetime) -> Metric:
    return GaugeMetricFamily(name, about, value=(at - since).total_seconds() if since else inf)


class DatabaseMetrics(Collector):
    """Metrics that are read from the database, omitted while it does not answer."""

    def __init__(self, *collectors: Collector) -> None:
        self.collectors = collectors

    def collect(self) -> Iterable[Metric]:
        try:
            return [metric for collector in self.collectors for metric in collector.collect()]
        except (DatabaseError, InterfaceError):
            return []


REGISTRY = CollectorRegistry()  # not the library's: with several web processes that one is not read
for collector in (Parts(Health.checks), Disk(), DatabaseMetrics(Log(), Work(), Connections())):
    REGISTRY.register(collector)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return Prometheus' text format to staff and to the bearer of NIGIRI_METRICS_TOKEN, else 404."""
    if not (_is_bearer(request) or getattr(request.user, "is_staff", False)):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    response.write(generate_latest(REGISTRY))
    return response


def _is_bearer(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
