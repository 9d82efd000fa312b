"""The threads of a club's server, which do the work of a federation's workers."""

import atexit

from django.conf import settings

from deploy.celery import app
from tournaments import tasks  # noqa: F401 - registers the tasks
from tournaments.outbox import stopping, waking
from tournaments.outbox.waking import Background


def start_threads() -> None:
    """Start the thread that sweeps for jobs, and one for each other row of the schedule."""
    waking.THREAD.begin()
    for name, row in settings.CELERY_BEAT_SCHEDULE.items():
        if row["task"] != waking.SWEEP:
            Background(name, app.tasks[row["task"]], row["schedule"]).begin()
    atexit.register(stopping.request_stop)  # called before the threads are waited for
