"""Celery tasks, which take ids and may run twice. A club's server runs the scheduled ones in threads."""

from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task
from django.contrib.sessions.models import Session
from django.db import InterfaceError, OperationalError
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.jobs import log_upkeep
from tournaments.notices import deadlines
from tournaments.notices.notifying import NOTIFY
from tournaments.notices.rows import MAIL, Notice
from tournaments.outbox import waking
from tournaments.outbox.rows import UNENDED, EndpointState, Job
from tournaments.outbox.running import run_job


@shared_task(
    name=waking.RUN,
    autoretry_for=(OperationalError, InterfaceError),  # the database does not answer; all else the row has
    retry_backoff=True,
    max_retries=5,
)
def run(job_id: str) -> None:
    """Run a job for one turn; if more remains to do, queue the next turn behind other jobs."""
    following = run_job(UUID(job_id))
    if following is not None:
        waking.wake(following)


@shared_task(name=waking.SWEEP)
def sweep() -> None:
    """Run all jobs that are due."""
    waking.sweep()


@shared_task(name="tournaments.tell_deadlines")
def tell_deadlines() -> None:
    """Notify people of deadlines that are near."""
    deadlines.notify_deadlines(timezone.now())


@shared_task(name="tournaments.tidy")
def tidy() -> None:
    """Delete rows that are no longer needed."""
    delete_old_rows(timezone.now())


@shared_task(name="tournaments.verify_log")
def verify_log() -> None:
    """Verify the log if that is due."""
    log_upkeep.verify_where_due(timezone.now())


MESSAGES_KEPT = timedelta(days=30)
FINISHED_NOTIFICATIONS_KEPT = timedelta(days=1)  # mails and events that people were notified of
NOTICES_KEPT = timedelta(days=90)


def delete_old_rows(at: datetime) -> int:
    """Delete old messages, notices and expired sessions; return the number of deleted rows."""
    deletions = (
        _old_messages(at - MESSAGES_KEPT).delete(),
        Job.objects.filter(kind__in=(MAIL, NOTIFY), ended_at__lt=at - FINISHED_NOTIFICATIONS_KEPT).delete(),
        Notice.objects.filter(created_at__lt=at - NOTICES_KEPT).delete(),
        Session.objects.filter(expire_date__lte=at).delete(),
    )
    return sum(rows for rows, _by_model in deletions)


def _old_messages(before: datetime) -> QuerySet[Job]:
    """Return jobs that ended before then, or have waited since then for an inactive endpoint."""
    waits = Q(state__in=UNENDED, asked_at__lt=before) & ~Q(endpoint__state=EndpointState.ACTIVE)
    return Job.objects.exclude(endpoint=None).filter(Q(ended_at__lt=before) | waits)
