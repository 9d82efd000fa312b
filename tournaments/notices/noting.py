"""Events that people are notified of leave a job with them, one row each: no write waits for its readers."""

from collections.abc import Sequence
from uuid import uuid5

from games.log.store import Recorded
from games.log.unit_of_work import after_storing
from tournaments.notices.rows import NAMES
from tournaments.notices.telling import NOTIFY, TOLD
from tournaments.outbox.rows import Job
from tournaments.outbox.waking import wake_after_commit
from tournaments.webhooks.news import CREATED

KEPT = ("round", "game_id")


@after_storing
def note(stored: Sequence[Recorded]) -> None:
    """A tournament that is read from a file, with its rounds, is no news to anybody."""
    if any(recorded.kind == CREATED for recorded in stored):
        return
    jobs = [_job(recorded) for recorded in stored if recorded.kind in TOLD]
    if jobs:
        Job.objects.bulk_create(jobs)
        wake_after_commit(*(job.pk for job in jobs))


def _job(recorded: Recorded) -> Job:
    """With ids and numbers of the event alone."""
    return Job(
        id=uuid5(NAMES, f"{NOTIFY}/{recorded.position}"),
        kind=NOTIFY,
        actor=recorded.actor,
        params={
            "position": recorded.position,
            "kind": recorded.kind,
            "stream": recorded.stream,
            "data": {name: recorded.data[name] for name in KEPT if name in recorded.data},
        },
        asked_at=recorded.recorded_at,
        due_at=recorded.recorded_at,
    )
