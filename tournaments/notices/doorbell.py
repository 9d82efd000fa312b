"""Who tells and sends after a commit: Celery where there is a queue, else one thread of this process.

The bell is only a hint, as that of webhooks: what it was rung for is in the database.
"""

from datetime import datetime

from django.conf import settings
from django.utils import timezone

from tournaments import queue
from tournaments.jobs.background import Background
from tournaments.notices import deadlines, sending
from tournaments.notices.rows import Notice
from tournaments.notices.telling import tell_all

TASK = "tournaments.send_notices"
SHORTEST, LONGEST = 5.0, 3600.0  # seconds between two sweeps of the thread


def ring() -> None:
    if settings.CELERY_BROKER_URL:
        queue.wake(TASK)
    else:
        THREAD.ring()


def sweep() -> float | None:
    """Tell, look for deadlines, send; seconds until the next letter is due, None when none waits."""
    while tell_all():
        pass
    deadlines.tell_deadlines(timezone.now())
    sending.send_due()
    due = sending.next_due()
    return None if due is None else min(max((due - timezone.now()).total_seconds(), SHORTEST), LONGEST)


def forget(at: datetime) -> int:
    """Delete notices of three months ago; how many."""
    gone, _by_model = Notice.objects.filter(created_at__lt=at - sending.KEPT).delete()
    return gone


THREAD = Background("notices", sweep)
