"""Celery's tasks: ids in, safe to run twice."""

from uuid import UUID

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from tournaments import tidying
from tournaments.jobs import verifying
from tournaments.notices import doorbell as notices
from tournaments.outbox import waking
from tournaments.outbox.running import run_job
from tournaments.webhooks import doorbell as webhooks


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


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Wake workers for all that is due."""
    waking.sweep()


@shared_task(name=webhooks.TASK)
def send_webhook(_delivery_id: str = "") -> None:
    """Threads of this process send: however long receivers take, the next task waits for none of them."""
    webhooks.THREAD.ring()


@shared_task(name="tournaments.send_due_webhooks")
def send_due_webhooks() -> None:
    """What a lost queue forgot, or a process that is gone left."""
    webhooks.THREAD.ring()


@shared_task(name=notices.TASK)
def send_notices() -> None:
    """Whoever is told of something, and what is due to them."""
    notices.sweep()


@shared_task(name="tournaments.tidy")
def tidy() -> None:
    """What need not be kept any longer."""
    tidying.tidy(timezone.now())


@shared_task(name="tournaments.verify_log")
def verify_log() -> None:
    """Once a day, however often it is asked."""
    verifying.verify_where_due(timezone.now())
