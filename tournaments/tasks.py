"""Celery's tasks: ids in, safe to run twice. A club's server runs those of the schedule in threads."""

from uuid import UUID

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from tournaments import tidying
from tournaments.jobs import verifying
from tournaments.notices import deadlines
from tournaments.outbox import waking
from tournaments.outbox.running import run_job


@shared_task(
    name=waking.RUN,
    acks_late=True,
    reject_on_worker_lost=True,
    autoretry_for=(OperationalError, InterfaceError),  # the database does not answer; all else the row has
    retry_backoff=True,
    max_retries=5,
)
def run(job_id: str) -> None:
    """Run a job for one turn; if there is more to do, queue that behind the others."""
    following = run_job(UUID(job_id))
    if following is not None:
        waking.wake(following)


@shared_task(name=waking.SWEEP)
def sweep() -> None:
    """Have all run that is due."""
    waking.sweep()


@shared_task(name="tournaments.tell_deadlines")
def tell_deadlines() -> None:
    """Notify people of deadlines that are near."""
    deadlines.notify_deadlines(timezone.now())


@shared_task(name="tournaments.tidy")
def tidy() -> None:
    """Delete what need not be kept any longer."""
    tidying.tidy(timezone.now())


@shared_task(name="tournaments.verify_log")
def verify_log() -> None:
    """Verify the log if that is due."""
    verifying.verify_where_due(timezone.now())
