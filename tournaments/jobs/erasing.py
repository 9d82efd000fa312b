"""Erase names from the problems of jobs, as a refusal names the person it concerns."""

from games.log.canonical import canonical
from tournaments.outbox.rows import Job
from tournaments.persons.erasing import register_eraser
from tournaments.persons.reach import Reach


@register_eraser
def erase_from_problems(reach: Reach) -> None:
    """Reduce each refusal that names the person to its code."""
    jobs = Job.objects.filter(tournament_id__in=reach.tournament_ids).exclude(problem=None)
    for job in jobs:
        if job.problem and reach.is_named_in(canonical(job.problem)):
            job.problem = {"code": job.problem.get("code", ""), "detail": ""}
            job.save(update_fields=["problem"])
