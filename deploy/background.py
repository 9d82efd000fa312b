"""What a web process does beside answering: it looks first, and then after its own backlog."""

import atexit

from django.conf import settings

from deploy import starting
from tournaments import tidying
from tournaments.jobs import verifying
from tournaments.notices import doorbell as notices
from tournaments.outbox import stopping, waking
from tournaments.webhooks import doorbell as webhooks


def begin() -> None:
    """In a process that has loaded the application. Where there is a queue, others ring for the backlog."""
    starting.check_database()
    if settings.CELERY_BROKER_URL:
        return
    waking.THREAD.begin()
    for thread in (webhooks.THREAD, notices.THREAD):
        thread.begin(settings.SWEEP_SECONDS)
    atexit.register(stopping.ask)  # called before the threads are waited for
    for thread in (tidying.THREAD, verifying.THREAD):
        thread.begin(settings.TIDY_SECONDS)
