"""Who sends after a commit: threads of this process, or of a Celery worker's where there is a queue.

The bell is only a hint. Whatever it was rung for is in the database, and any later ring,
``send_due_webhooks`` or ``manage.py webhooks --due`` finds it there.
"""

import os
from collections.abc import Sequence
from functools import cache
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from tournaments import queue
from tournaments.jobs.background import Background
from tournaments.webhooks import sending
from tournaments.webhooks.lanes import Lanes

TASK = "tournaments.send_webhook"
SOON = 0.5  # seconds until the thread looks again while messages are on their way
SHORTEST, LONGEST = 5.0, 3600.0  # seconds between two sweeps of the thread


def ring(ids: Sequence[UUID]) -> None:
    """Have these sent soon, by somebody else than the caller."""
    if not settings.CELERY_BROKER_URL:
        THREAD.ring()
    elif ids:
        queue.wake(TASK)


@cache
def _lanes(_process: int) -> Lanes:
    """A fork takes no threads along."""
    return Lanes()


def _sweep() -> float | None:
    """Seconds until the next message is due; None when none waits."""
    if _lanes(os.getpid()).begin_due():
        return SOON
    due = sending.next_due()
    if due is None:
        return None
    return min(max((due - timezone.now()).total_seconds(), SHORTEST), LONGEST)


THREAD = Background("webhooks", _sweep)
