"""Doors for Celery: ids in, one command each, safe to run twice."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments import tidying
from tournaments.jobs import doorbell as jobs
from tournaments.jobs import running, verifying
from tournaments.notices import doorbell as notices
from tournaments.webhooks import doorbell as webhooks


@shared_task(name=jobs.TASK)
def run(job_id: str) -> None:
    """Acknowledged when its turn is over; behind the others in the queue when there is more to do."""
    if running.run_job(UUID(job_id)):
        jobs.ring(UUID(job_id))


@shared_task(name="tournaments.run_due_jobs")
def run_due_jobs() -> None:
    """What a lost queue forgot, what a dead worker left, what rests after a fault."""
    running.run_due()


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
