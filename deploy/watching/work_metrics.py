"""Metrics of jobs, messages and mails, read from their rows: the same on every machine."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.jobs.commands import JOBS, jobs
from tournaments.notices.notifying import NOTIFY
from tournaments.notices.rows import MAIL
from tournaments.outbox.rows import UNENDED, EndpointState, Job, JobState, due
from tournaments.outbox.running import LATE
from tournaments.webhooks.news import MESSAGE, PING

TOTALS = (
    ("nigiri_job_steps", "Steps done: games rescored, stages of pairings.", "done"),
    ("nigiri_job_failures", "Runs that failed.", "failures"),
)


OUTBOX = {"webhooks": (MESSAGE, PING), "notices": (MAIL,), "happenings": (NOTIFY,)}


class Work(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        yield from _jobs(at)
        yield from _totals()
        yield from _outbox(at)


def _jobs(at: datetime) -> Iterable[Metric]:
    states = GaugeMetricFamily("nigiri_jobs", "Jobs that wait, run or have failed.", labels=["state"])
    counted = jobs().order_by().values_list("state").annotate(number=Count("pk"))
    found = dict(counted)
    for state in (*UNENDED, JobState.FAILED):
        states.add_metric([state.value], found.get(state.value, 0))
    yield states
    waiting_since = due(at).filter(kind__in=JOBS).aggregate(since=Min("asked_at"))["since"]
    yield _gauge("nigiri_job_waiting_seconds", "Age of the oldest job that is due.", _age(waiting_since, at))
    held_since = jobs().filter(state=JobState.RUNNING).aggregate(since=Min("leased_at"))["since"]
    yield _gauge("nigiri_job_lease_seconds", "Age of the oldest lease.", _age(held_since, at))
    overdue = due(at - LATE).filter(kind__in=JOBS).aggregate(number=Count("pk"), since=Min("due_at"))
    yield _gauge("nigiri_jobs_overdue", "Jobs that should run and do not.", overdue["number"])
    yield _gauge("nigiri_job_overdue_seconds", "For how long the oldest of them.", _age(overdue["since"], at))


def _totals() -> Iterable[Metric]:
    by_kind = jobs().order_by().values("kind")
    for name, about, column in TOTALS:
        total = CounterMetricFamily(name, about, labels=["kind"])
        for kind, number in by_kind.annotate(Sum(column)).values_list("kind", f"{column}__sum"):
            total.add_metric([kind], number)
        yield total


def _outbox(at: datetime) -> Iterable[Metric]:
    number = GaugeMetricFamily("nigiri_outbox", "What is to be sent.", labels=["of"])
    late = GaugeMetricFamily("nigiri_outbox_late_seconds", "Since the oldest of it was due.", labels=["of"])
    for name, kinds in OUTBOX.items():
        waiting = (
            _deliverable_jobs().filter(kind__in=kinds).aggregate(number=Count("pk"), since=Min("due_at"))
        )
        number.add_metric([name], waiting["number"])
        late.add_metric([name], max(0.0, _age(waiting["since"], at)))
    failed = GaugeMetricFamily("nigiri_deliveries_failed", "Webhooks' messages that were given up, as kept.")
    failed.add_metric([], Job.objects.filter(kind__in=(MESSAGE, PING), state=JobState.FAILED).count())
    return number, late, failed


def _deliverable_jobs() -> QuerySet[Job]:
    return Job.objects.filter(Q(endpoint=None) | Q(endpoint__state=EndpointState.ACTIVE), state__in=UNENDED)


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


def _age(since: datetime | None, at: datetime) -> float:
    return (at - since).total_seconds() if since else 0.0
