"""Have jobs run soon: by Celery where there is a queue, else by the thread of the club's server.

A task only says that there is work. The job is in the database, and the next sweep finds what was not woken.
"""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.outbox import queue
from tournaments.outbox.background import Background
from tournaments.outbox.rows import due
from tournaments.outbox.running import run_due

RUN, SWEEP = "tournaments.run_job", "tournaments.sweep"
MOST_SWEPT = 2000

THREAD = Background("sweep", run_due, settings.SWEEP_SECONDS)


def wake_after_commit(*job_ids: UUID) -> None:
    """Robust: a queue that does not answer fails no request."""
    if job_ids:
        transaction.on_commit(lambda: wake(*job_ids), robust=True)


def wake(*job_ids: UUID) -> None:
    """Have these jobs run now, by another process or thread."""
    if not settings.CELERY_BROKER_URL:
        THREAD.wake()
        return
    for job_id in job_ids:
        if not queue.wake(RUN, str(job_id)):
            return


def sweep() -> None:
    """Wake workers for all that is due: what a lost queue forgot, a dead worker left, or has waited.

    One task for each job and for each endpoint. A task that is not begun before the next sweep expires, as
    that sends another.
    """
    jobs = due(timezone.now()).values_list("pk", "endpoint_id")[:MOST_SWEPT]
    first: dict[UUID, UUID] = {}
    for job_id, endpoint in jobs:
        first.setdefault(endpoint or job_id, job_id)
    for job_id in first.values():
        if not queue.wake(RUN, str(job_id), expires=settings.SWEEP_SECONDS):
            return
