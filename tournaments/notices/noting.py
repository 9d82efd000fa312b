"""Create a job for each event with notices, so that no write waits for the notices to be stored.

The notices of an account about games of a player who is erased are deleted here too.
"""

from collections.abc import Sequence
from uuid import uuid5

from games.log.store import StoredEvent
from games.log.unit_of_work import on_stored
from tournaments.notices.notifying import NOTIFY, RECIPIENTS
from tournaments.notices.rows import NAMES, Notice
from tournaments.outbox.rows import Job
from tournaments.outbox.waking import wake_after_commit
from tournaments.persons.erasing import register_eraser
from tournaments.persons.reach import Reach
from tournaments.webhooks.news import CREATED

EVENT_FACTS = ("round", "game_id", "corrects")


@on_stored
def create_jobs(stored: Sequence[StoredEvent]) -> None:
    """Create a job for each event that has recipients; skip imported tournaments."""
    if any(recorded.kind == CREATED for recorded in stored):
        return
    jobs = [_job(recorded) for recorded in stored if recorded.kind in RECIPIENTS]
    if jobs:
        Job.objects.bulk_create(jobs)
        wake_after_commit(*(job.pk for job in jobs))


def _job(recorded: StoredEvent) -> Job:
    """Return the job of an event, with its ids and numbers alone."""
    return Job(
        id=uuid5(NAMES, f"{NOTIFY}/{recorded.position}"),
        kind=NOTIFY,
        actor=recorded.actor,
        params={
            "position": recorded.position,
            "kind": recorded.kind,
            "stream": recorded.stream,
            "data": {name: recorded.data[name] for name in EVENT_FACTS if name in recorded.data},
        },
        asked_at=recorded.recorded_at,
        due_at=recorded.recorded_at,
    )


@register_eraser
def delete_notices(reach: Reach) -> None:
    """Delete the notices of their tournaments; a waiting mail finds none and is not sent."""
    if reach.user_id is not None:
        own = Notice.objects.filter(user_id=reach.user_id, tournament_id__in=reach.tournament_ids)
        own.delete()
