"""Whether jobs are left lying: free beyond a lease and two looks for such, while nobody is at any.

Where somebody is, the others wait for their turn, however long that takes.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.management.findings import Finding, examination
from tournaments.jobs.leases import LEASE
from tournaments.jobs.rows import Job, JobState, free

LATE = LEASE + timedelta(seconds=2 * settings.SWEEP_SECONDS)
"""Free for longer than the death of its worker and two looks for such explain."""


def undone(at: datetime) -> int:
    """How many lie there."""
    if Job.objects.filter(state=JobState.RUNNING, leased_until__gt=at).exists():
        return 0
    asked_long_ago = Q(leased_until=None, asked_at__lte=at - LATE)
    return int(free(at).filter(asked_long_ago | Q(leased_until__lte=at - LATE)).count())


@examination
def jobs() -> Iterator[Finding]:
    """Somebody does what is asked for in the background."""
    number = undone(timezone.now())
    said = (
        f"{number} lie undone, and nobody is at one: no worker or no schedule runs"
        if number
        else "none undone"
    )
    yield Finding(what="jobs", value=said, ok=not number)
