"""Overdue jobs: due for longer than the death of a worker explains, while no job is running."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.management.findings import Finding, register_examination
from tournaments.outbox.rows import Job, JobState, due
from tournaments.outbox.running import LEASE

LATE = LEASE + timedelta(seconds=2 * settings.SWEEP_SECONDS)
"""The longest time that a job may be due: the lease of a dead worker and two sweeps."""


def count_overdue(at: datetime) -> int:
    """Return the number of overdue jobs; 0 while one is running, as the others wait for their turn."""
    if Job.objects.filter(state=JobState.RUNNING, due_at__gt=at).exists():
        return 0
    return int(due(at - LATE).count())


@register_examination
def jobs() -> Iterator[Finding]:
    """Yield the finding on overdue jobs."""
    number = count_overdue(timezone.now())
    value = (
        f"{number} lie undone, and nobody is at one: no worker or no schedule runs"
        if number
        else "none undone"
    )
    yield Finding(what="jobs", value=value, ok=not number)
