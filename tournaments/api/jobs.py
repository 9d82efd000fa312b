"""Background jobs: their progress, cancelling one, running it again."""

from datetime import datetime
from typing import Annotated, Any, TypedDict
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from games.rest.bodies import OptionalText, body_from
from games.rest.operated import reads, writes
from games.rest.paging import ListFilters, lists
from tournaments.access.actors import actor_of, organisation_subject, tournament_subject
from tournaments.api.base import View
from tournaments.api.resources import ViewSet
from tournaments.fetching import FETCH, readable_fetches
from tournaments.jobs.commands import PAIR, PROVE, RESCORE, cancel, jobs, readable, retry
from tournaments.outbox.rows import Job, JobState
from tournaments.reading.queries import tournament_by_slug
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow

LATEST_FIRST = {"-asked_at": ("-asked_at", "id")}


class JobProblem(TypedDict):
    """Further members are the facts of the case."""

    code: str
    detail: str


class JobBody(TypedDict):
    """``done`` of ``of`` steps (of a pairing: stages, of a rescoring: games, of a list: bytes).

    ``state``: queued, running, done, failed (with a ``problem``), cancelled, overtaken (by ``newer``).
    ``attempts``: runs since it last got further; ``failures``: all that failed or were interrupted.
    """

    id: UUID
    type: Annotated[str, ("enum", [PAIR, PROVE, RESCORE, FETCH])]
    tournament: str | None
    state: JobState
    stage: OptionalText
    done: int
    of: int
    rate: float | None
    seconds_left: float | None
    attempts: int
    failures: int
    problem: JobProblem | None
    newer: UUID | None
    asked_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None


def job_body(job: Job) -> JobBody:
    slugs = TournamentRow.objects.filter(pk__in=[job.tournament_id]).values_list("slug", flat=True)
    return body_from(JobBody, job, type=job.kind, tournament=slugs.first())


class Filters(ListFilters):
    tournament = django_filters.CharFilter(method="of_tournament", help_text="Slug of the tournament")
    type = django_filters.CharFilter(field_name="kind")

    class Meta:
        model = Job
        fields = ("state",)

    def of_tournament(self, rows: Any, _name: str, _slug: str) -> Any:
        return rows  # the view has looked: it must know whether the one who asks may


class JobViewSet(ViewSet, View):
    lookup_url_kwarg = "job_id"

    def job(self, job_id: UUID) -> Job:
        """The job, if the action may be done. Raises Http404."""
        job = get_object_or_404(jobs() | Job.objects.filter(kind=FETCH), pk=job_id)
        if job.kind == FETCH:
            subject = organisation_subject(get_object_or_404(Organisation, pk=job.params["organisation"]))
        else:
            subject = tournament_subject(get_object_or_404(TournamentRow, pk=job.tournament_id))
        self.allow(subject, seen=False)
        return job

    @lists("list_jobs", "job.read", JobBody, make=job_body, filters=Filters, orders=LATEST_FIRST)
    def list(self, request: Request) -> QuerySet[Job]:
        """List jobs, the latest first: of one tournament, or of all your tournaments and lists."""
        if slug := request.query_params.get("tournament", ""):
            row = tournament_by_slug(slug)
            self.allow(tournament_subject(row), seen=False)
            return jobs().filter(tournament_id=row.pk)
        self.require_account()
        actor = actor_of(request.user)
        return readable(actor) | readable_fetches(actor)

    @reads("get_job", "job.read", JobBody)
    def retrieve(self, request: Request, job_id: UUID) -> JobBody:
        """Get a job and its progress."""
        return job_body(self.job(job_id))

    @writes("cancel_job", "job.change", JobBody)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, job_id: UUID) -> Any:
        """Cancel a job after the current batch; what is done stays done."""
        return job_body(cancel(self.job(job_id), timezone.now()))

    @writes("retry_job", "job.change", JobBody)
    @action(detail=True, methods=["post"])
    def retry(self, request: Request, job_id: UUID) -> Any:
        """Run a failed or cancelled job again, from where it stopped."""
        return job_body(retry(self.job(job_id)))
