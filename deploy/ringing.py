"""What is due from time to time in a federation: a worker is rung for it.

Any number of processes may ring, on as many machines: whoever is rung finds the work in the database, and may
find it done. Where the broker does not answer it is done here, so that jobs go on without it.
"""

from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.utils import timezone

from deploy.celery import app
from games.log import patience
from tournaments import tasks
from tournaments.jobs import running
from tournaments.jobs.background import Background

BROKER_SECONDS = 2.0
JOBS = tasks.run_due_jobs.name
log = structlog.get_logger(__name__)


def begin() -> None:
    """A thread for each row of the schedule: what takes long here holds up no other."""
    app.seconds = BROKER_SECONDS
    for name, row in settings.CELERY_BEAT_SCHEDULE.items():
        options = row.get("options", {})
        sweep = ring_for_jobs if row["task"] == JOBS else partial(ring, row["task"], **options)
        Background(name, sweep).begin(row["schedule"])
    log.info("schedule_begun")


def ring_for_jobs() -> float | None:
    """Where one is free. Else the seconds until one may be: a worker's death costs its lease and no sweep."""
    if left := running.seconds_left(timezone.now()):
        return left
    if left is not None:
        ring(JOBS, expires=settings.SWEEP_SECONDS)
    return None


def ring(task: str, **options: Any) -> None:
    """Have a worker do it, or do it where none can be told."""
    if app.send_task(task, **options) is None:
        with patience.having(patience.JOB):
            app.tasks[task]()
