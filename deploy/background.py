"""The threads of a club's server, which do what the workers of a federation do."""

import atexit

from django.conf import settings

from tournaments import tidying
from tournaments.jobs import verifying
from tournaments.notices import doorbell as notices
from tournaments.outbox import stopping, waking
from tournaments.webhooks import doorbell as webhooks


def begin() -> None:
    """Start them; each sweeps at once and then from time to time."""
    waking.THREAD.begin()
    for thread in (webhooks.THREAD, notices.THREAD):
        thread.begin(settings.SWEEP_SECONDS)
    atexit.register(stopping.ask)  # called before the threads are waited for
    for thread in (tidying.THREAD, verifying.THREAD):
        thread.begin(settings.TIDY_SECONDS)
