"""Queries for jobs."""

from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.access.table import Actor, Subject, may
from tournaments.jobs.pairing import PAIR
from tournaments.jobs.proving import PROVE
from tournaments.jobs.rescoring import RESCORE
from tournaments.outbox.rows import UNENDED, Job
from tournaments.tables.rows import TournamentRow

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
