"""Asking for a job, cancelling it, running it again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.log.unit import Context
from games.refusals import refuse
from tournaments.jobs.doorbell import ring_after_commit
from tournaments.jobs.rows import AGAIN, UNENDED, Job, JobState


def ask(kind: str, tournament_id: UUID, params: dict[str, Any], context: Context) -> Job:
    """The job of this command: made, and rung for after the commit, unless it has been before."""
    with transaction.atomic():
        job, made = Job.objects.get_or_create(
            id=context.command_id,
            defaults={
                "kind": kind,
                "tournament_id": tournament_id,
                "params": params,
                "actor": context.actor,
                "expected": context.expected,
                "asked_at": context.at,
            },
        )
        if made:
            ring_after_commit(job.id)
    job.refresh_from_db()
    return job


def cancel(job: Job, at: datetime) -> Job:
    """Ends it; whoever runs it is told after the batch at hand. Refuses ``job_ended``; twice is once."""
    waiting = Job.objects.filter(pk=job.pk, state__in=UNENDED)
    ended = waiting.update(state=JobState.CANCELLED, ended_at=at, leased_by="", leased_until=None)
    job.refresh_from_db()
    if not ended and job.state != JobState.CANCELLED:
        refuse("job_ended", state=job.state)
    return job


def retry(job: Job) -> Job:
    """Queued again, from where it came to. Refuses ``job_not_failed``; twice is once."""
    with transaction.atomic():
        dead = Job.objects.filter(pk=job.pk, state__in=AGAIN)
        woken = dead.update(
            state=JobState.QUEUED, attempts=0, problem=None, ended_at=None, leased_by="", leased_until=None
        )
        if woken:
            ring_after_commit(job.pk)
    job.refresh_from_db()
    if not woken and job.state not in UNENDED:
        refuse("job_not_failed", state=job.state)
    return job
