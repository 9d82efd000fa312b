"""Asking for a job, cancelling it, running it again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from games.log.unit import Context
from games.refusals import refuse
from tournaments.jobs.doorbell import ring_after_commit
from tournaments.jobs.rows import AGAIN, UNENDED, Job, JobState
from tournaments.people.quotas.limits import Limit, need, quota_of
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow


def ask(
    kind: str, tournament_id: UUID, params: dict[str, Any], context: Context, *, counts: bool = True
) -> Job:
    """The job of this command: made, and rung for after the commit, unless it has been before.

    One that people ask for ``counts`` for its organisation. Refuses ``quota_exceeded``.
    """
    with transaction.atomic():
        if counts:
            _need_another(tournament_id, context)
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


def _need_another(tournament_id: UUID, context: Context) -> None:
    row = TournamentRow.objects.filter(pk=tournament_id).first()
    if row is not None:
        # Not the writers' turn, which a long command may hold: whoever asks for a job has not to wait for it.
        Organisation.objects.select_for_update(no_key=True).filter(pk=row.organisation_id).first()
        unended = unended_of(row.organisation_id).exclude(pk=context.command_id).count()
        need(quota_of(row.organisation_id), Limit.JOBS, unended + 1)


def unended_of(organisation_id: UUID) -> QuerySet[Job]:
    """Of all its tournaments, whoever asked."""
    own = TournamentRow.objects.filter(organisation_id=organisation_id)
    return Job.objects.filter(state__in=UNENDED, tournament_id__in=own.values("pk"))


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
