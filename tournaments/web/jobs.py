"""Background jobs: their progress, and what has failed, with a button to run it again."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from tournaments.access.actors import tournament_subject
from tournaments.jobs.commands import cancel, jobs, retry
from tournaments.jobs.rescoring import outcome_of
from tournaments.outbox.rows import AGAIN, UNENDED, Job
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allow, allowed, back, form_action, read_page, tournament_for
from tournaments.web.overview.reading import frame

MOST_LISTED = 100
KINDS = {
    "pair_round": gettext_lazy("Pairing of a round"),
    "prove_pairing": gettext_lazy("Proof of a pairing"),
    "rescore": gettext_lazy("Games judged by changed limits"),
}
STEPS = {"pair_round": "stages", "prove_pairing": "stages", "rescore": "games"}


def _job_for(request: HttpRequest, job_id: UUID, action: str) -> tuple[TournamentRow, Job]:
    job = jobs().filter(pk=job_id).first()
    row = TournamentRow.objects.filter(pk=job.tournament_id).first() if job and job.tournament_id else None
    if job is None or row is None:
        raise Http404
    subject = tournament_subject(row)
    allow(request, action, subject, seen=allowed(request, "job.read", subject))
    return row, job


def _line(job: Job) -> dict[str, Any]:
    return {
        "job": job,
        "title": KINDS.get(job.kind, job.kind),
        "steps": STEPS.get(job.kind, "steps"),
        "ended": job.ended,
        "may_stop": job.state in UNENDED,
        "may_run": job.state in AGAIN,
    }


@read_page
def job_page(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Refreshes itself until the job has ended."""
    row, job = _job_for(request, job_id, "job.read")
    context = {
        **frame(request, row),
        **_line(job),
        "may_change": _may_change(request, row),
        "judged": outcome_of(job),
    }
    return render(request, "nigiri/job.html", context)


@read_page
def jobs_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What failed comes first."""
    row = tournament_for(request, slug, "job.read")
    lines = [_line(job) for job in jobs().filter(tournament_id=row.pk)[:MOST_LISTED]]
    context = {
        **frame(request, row),
        "dead": [line for line in lines if line["may_run"]],
        "others": [line for line in lines if not line["may_run"]],
        "may_change": _may_change(request, row),
    }
    return render(request, "nigiri/jobs.html", context)


def _may_change(request: HttpRequest, row: TournamentRow) -> bool:
    return allowed(request, "job.change", tournament_subject(row))


def _button(command: Callable[[Job], Job], said: str) -> Callable[..., HttpResponse]:
    @form_action
    def pressed(request: HttpRequest, job_id: UUID) -> HttpResponse:
        _, job = _job_for(request, job_id, "job.change")
        command(job)
        messages.success(request, gettext(said))
        return redirect(back(request))

    return pressed


cancel_job = _button(lambda job: cancel(job, timezone.now()), gettext_noop("The job is cancelled."))
retry_job = _button(retry, gettext_noop("The job runs again."))
