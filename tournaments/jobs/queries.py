"""Reads on jobs."""

from django.db.models import Q, QuerySet

from tournaments.access import Actor, Subject, may
from tournaments.jobs.rows import Job
from tournaments.rows import TournamentRow


def readable(actor: Actor) -> QuerySet[Job]:
    """Jobs of the tournaments whose officer ``actor`` is."""
    of = Q(pk__in=[])
    for office in actor.offices:
        subject = Subject(organisation_id=office.organisation_id, tournament_id=office.tournament_id)
        if may(actor, "job.read", subject):
            own = Q(organisation_id=office.organisation_id)
            of |= own & Q(id=office.tournament_id) if office.tournament_id else own
    return Job.objects.filter(tournament_id__in=TournamentRow.objects.filter(of).values("pk"))
