"""Jobs, messages and mails in numbers, read from their rows: the same on every machine."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet, Sum
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.notices.rows import Happening, Letter
from tournaments.outbox.rows import UNENDED, Job, JobState, due
from tournaments.outbox.undone import LATE
from tournaments.webhooks.rows import Delivery, DeliveryState
from tournaments.webhooks.sending import waiting

TOTALS = (
    ("nigiri_job_steps", "Steps done: games rescored, stages of pairings.", "done"),
    ("nigiri_job_failures", "Runs that failed.", "failures"),
)


class Work(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        yield from _jobs(at)
        yield from _totals()
        yield from _outbox(at)


def _jobs(at: datetime) -> Iterable[Metric]:
    states = GaugeMetricFamily("nigiri_jobs", "Jobs that wait, run or have failed.", labels=["state"])
    counted = Job.objects.order_by().values_list("state").annotate(number=Count("pk"))
    found = dict(counted)
    for state in (*UNENDED, JobState.FAILED):
        states.add_metric([state.value], found.get(state.value, 0))
    yield states
    waiting_since = due(at).aggregate(since=Min("asked_at"))["since"]
    yield _gauge("nigiri_job_waiting_seconds", "Age of the oldest job that is due.", _age(waiting_since, at))
    held_since = Job.objects.filter(state=JobState.RUNNING).aggregate(since=Min("leased_at"))["since"]
    yield _gauge("nigiri_job_lease_seconds", "Age of the oldest lease.", _age(held_since, at))
    overdue = due(at - LATE).aggregate(number=Count("pk"), since=Min("due_at"))
    yield _gauge("nigiri_jobs_overdue", "Jobs that should run and do not.", overdue["number"])
    yield _gauge("nigiri_job_overdue_seconds", "For how long the oldest of them.", _age(overdue["since"], at))


def _totals() -> Iterable[Metric]:
    by_kind = Job.objects.order_by().values("kind")
    for name, about, column in TOTALS:
        total = CounterMetricFamily(name, about, labels=["kind"])
        for kind, number in by_kind.annotate(Sum(column)).values_list("kind", f"{column}__sum"):
            total.add_metric([kind], number)
        yield total


def _outbox(at: datetime) -> Iterable[Metric]:
    number = GaugeMetricFamily("nigiri_outbox", "What is to be sent.", labels=["of"])
    late = GaugeMetricFamily("nigiri_outbox_late_seconds", "Since the oldest of it was due.", labels=["of"])
    for name, (rows, since) in _waiting().items():
        found = rows.aggregate(number=Count("pk"), since=Min(since))
        number.add_metric([name], found["number"])
        late.add_metric([name], max(0.0, _age(found["since"], at)))
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


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


def _age(since: datetime | None, at: datetime) -> float:
    return (at - since).total_seconds() if since else 0.0
