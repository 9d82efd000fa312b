"""Who runs a job after the commit: Celery where there is a queue, else one thread of this process.

The bell is only a hint: the job is in the database, and the next sweep finds it there.
"""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments import queue
from tournaments.jobs import running
from tournaments.jobs.background import Background

TASK = "tournaments.run_job"


def ring(job_id: UUID) -> None:
    """Have the job run soon, by somebody else than the caller."""
    if not settings.CELERY_BROKER_URL:
        THREAD.ring()
        return
    queue.wake(TASK, str(job_id))


def ring_after_commit(job_id: UUID) -> None:
    """Robust: a queue that is down is no news for the request."""
    transaction.on_commit(lambda: ring(job_id), robust=True)


def _sweep() -> float | None:
    running.run_due()
    return running.seconds_left(timezone.now())


THREAD = Background("jobs", _sweep)
