"""Jobs for Prometheus, read from their rows when it asks: the same numbers on every machine."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, Min, Sum
from django.utils import timezone
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.jobs.rows import UNENDED, Job, JobState, free

TOTALS = (
    ("nigiri_job_steps", "Steps done: games rescored, stages of pairings."),
    ("nigiri_job_batches", "Batches committed."),
    ("nigiri_job_failures", "Runs that broke off."),
)


class Jobs(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        yield self._queue()
        waiting = free(at).aggregate(since=Min("asked_at"))["since"]
        yield _age("nigiri_job_waiting_seconds", "Age of the oldest job that nobody holds.", waiting, at)
        held = Job.objects.filter(state=JobState.RUNNING).aggregate(since=Min("leased_at"))["since"]
        yield _age("nigiri_job_lease_seconds", "Age of the oldest lease.", held, at)
        yield from self._totals()

    def _queue(self) -> Metric:
        states = [*UNENDED, JobState.FAILED]
        gauge = GaugeMetricFamily("nigiri_jobs", "Jobs that wait, run or have failed.", labels=["state"])
        counted = Job.objects.filter(state__in=states).order_by().values_list("state")
        found = dict(counted.annotate(number=Count("pk")))
        for state in states:
            gauge.add_metric([state.value], found.get(state.value, 0))
        return gauge

    def _totals(self) -> Iterable[Metric]:
        totals = [CounterMetricFamily(name, about, labels=["kind"]) for name, about in TOTALS]
        by_kind = Job.objects.order_by().values_list("kind")
        for kind, *numbers in by_kind.annotate(Sum("done"), Sum("batches"), Sum("failures")):
            for total, number in zip(totals, numbers, strict=True):
                total.add_metric([kind], number)
        return totals


def _age(name: str, about: str, since: datetime | None, at: datetime) -> Metric:
    return GaugeMetricFamily(name, about, value=(at - since).total_seconds() if since else 0.0)


REGISTRY = CollectorRegistry()  # not the library's: with several web processes that one is not read
REGISTRY.register(Jobs())
