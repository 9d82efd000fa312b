"""Find jobs; create one, cancel it, run it again, erase names from it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.log.canonical import canonical
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.access.table import Actor, Subject, may
from tournaments.outbox.rows import AGAIN, UNENDED, Job, JobState
from tournaments.outbox.waking import wake_after_commit
from tournaments.persons.erasing import register_eraser
from tournaments.persons.reach import Reach
from tournaments.tables.rows import TournamentRow

PAIR, PROVE, RESCORE = "pair_round", "prove_pairing", "rescore"
ON_ROUNDS = (PAIR, PROVE)
JOBS = (*ON_ROUNDS, RESCORE)
"""The kinds that officials see; the others send messages and mails."""


def jobs() -> QuerySet[Job]:
    """Return the jobs of tournaments, newest first."""
    return Job.objects.filter(kind__in=JOBS)


def of_round(tournament_id: UUID, number: int) -> list[Job]:
    """Return the jobs on the pairing of a round that have not ended, newest first."""
    unended = Job.objects.filter(tournament_id=tournament_id, state__in=UNENDED)
    return list(unended.filter(kind__in=ON_ROUNDS, params__round=number))


def readable(actor: Actor) -> QuerySet[Job]:
    """Return the jobs of the tournaments in which ``actor`` may read them."""
    of = Q(pk__in=[])
    for office in actor.offices:
        subject = Subject(organisation_id=office.organisation_id, tournament_id=office.tournament_id)
        if may(actor, "job.read", subject):
            own = Q(organisation_id=office.organisation_id)
            of |= own & Q(id=office.tournament_id) if office.tournament_id else own
    return jobs().filter(tournament_id__in=TournamentRow.objects.filter(of).values("pk"))


def create_job(kind: str, tournament_id: UUID | None, params: dict[str, Any], context: Context) -> Job:
    """Return the job of this command; create it and wake a worker after the commit if it does not exist."""
    with transaction.atomic():
        job, created = Job.objects.get_or_create(
            id=context.command_id,
            defaults={
                "kind": kind,
                "tournament_id": tournament_id,
                "params": params,
                "actor": context.actor,
                "expected": context.expected,
                "asked_at": context.at,
                "due_at": context.at,
            },
        )
        if created:
            wake_after_commit(job.id)
    job.refresh_from_db()
    return job


def cancel(job: Job, at: datetime) -> Job:
    """Cancel the job; a process that runs it stops after its batch. Refuses ``job_ended``; safe to repeat."""
    open_job = Job.objects.filter(pk=job.pk, state__in=UNENDED)
    ended = open_job.update(state=JobState.CANCELLED, ended_at=at, leased_by="")
    job.refresh_from_db()
    if not ended and job.state != JobState.CANCELLED:
        refuse("job_ended", state=job.state)
    return job


def retry(job: Job) -> Job:
    """Queue the job again, from where it stopped. Refuses ``job_not_failed``; safe to repeat."""
    with transaction.atomic():
        stopped = Job.objects.filter(pk=job.pk, state__in=AGAIN)
        queued = stopped.update(
            state=JobState.QUEUED, attempts=0, problem=None, ended_at=None, due_at=F("asked_at")
        )
        if queued:
            wake_after_commit(job.pk)
    job.refresh_from_db()
    if not queued and job.state not in UNENDED:
        refuse("job_not_failed", state=job.state)
    return job


@register_eraser
def erase_from_problems(reach: Reach) -> None:
    """Reduce each refusal that names the person to its code."""
    jobs = Job.objects.filter(tournament_id__in=reach.tournament_ids).exclude(problem=None)
    for job in jobs:
        if job.problem and reach.is_named_in(canonical(job.problem)):
            job.problem = {"code": job.problem.get("code", ""), "detail": ""}
            job.save(update_fields=["problem"])
