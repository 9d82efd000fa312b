"""Work that waits, in numbers: jobs that nobody takes, news and notices that nobody sends."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.jobs.rows import free
from tournaments.jobs.undone import LATE
from tournaments.notices.rows import Happening, Letter
from tournaments.webhooks.rows import Delivery, DeliveryState
from tournaments.webhooks.sending import waiting


class Work(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        yield from _overdue(at)
        yield from _outbox(at)


def _overdue(at: datetime) -> Iterable[Metric]:
    since = Coalesce("leased_until", "asked_at")
    overdue = free(at).annotate(since=since).filter(since__lte=at - LATE)
    found = overdue.aggregate(number=Count("pk"), oldest=Min("since"))
    yield GaugeMetricFamily("nigiri_jobs_overdue", "Jobs that should run and do not.", value=found["number"])
    age = _seconds(found["oldest"], at)
    yield GaugeMetricFamily("nigiri_job_overdue_seconds", "For how long the oldest of them.", value=age)


def _outbox(at: datetime) -> Iterable[Metric]:
    number = GaugeMetricFamily("nigiri_outbox", "What is to be sent.", labels=["of"])
    late = GaugeMetricFamily("nigiri_outbox_late_seconds", "Since the oldest of it was due.", labels=["of"])
    for name, (rows, due) in _waiting().items():
        found = rows.aggregate(number=Count("pk"), since=Min(due))
        number.add_metric([name], found["number"])
        late.add_metric([name], max(0.0, _seconds(found["since"], at)))
    failed = GaugeMetricFamily("nigiri_deliveries_failed", "Webhooks' messages that were given up, as kept.")
    failed.add_metric([], Delivery.objects.filter(state=DeliveryState.FAILED).count())
    return number, late, failed


def _waiting() -> dict[str, tuple[QuerySet[Any], str]]:
    """By name, the rows and the column of when each is due."""
    return {
        "webhooks": (waiting(), "next_at"),
        "notices": (Letter.objects.filter(state=DeliveryState.WAITING), "next_at"),
        "happenings": (Happening.objects.all(), "at"),
    }


def _seconds(since: datetime | None, at: datetime) -> float:
    return (at - since).total_seconds() if since else 0.0
