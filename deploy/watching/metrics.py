"""Metrics for Prometheus: the counters of all processes, and numbers read from the database."""

import hmac
from collections.abc import Iterable

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from deploy.watching.health import Health
from deploy.watching.log_metrics import Log
from deploy.watching.server_metrics import Connections, Disk, Parts
from deploy.watching.work_metrics import Work


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
