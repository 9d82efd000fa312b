"""Who sends after a commit: Celery where there is a queue, else one thread of this process.

The bell is only a hint. Whatever it was rung for is in the database, and any later ring,
``send_due_webhooks`` or ``manage.py webhooks --due`` finds it there.
"""

from collections.abc import Sequence
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.utils import timezone

from tournaments.jobs.background import Background
from tournaments.webhooks import sending

TASK = "tournaments.send_webhook"
SHORTEST, LONGEST = 5.0, 3600.0  # seconds between two sweeps of the thread


def ring(ids: Sequence[UUID]) -> None:
    """Have these sent soon, by somebody else than the caller."""
    if not settings.CELERY_BROKER_URL:
        THREAD.ring()
        return
    for id_ in ids:
        current_app.send_task(TASK, [str(id_)])


def _sweep() -> float | None:
    """Seconds until the next message is due; None when none waits."""
    sending.send_due()
    due = sending.next_due()
    if due is None:
        return None
    return min(max((due - timezone.now()).total_seconds(), SHORTEST), LONGEST)


THREAD = Background("webhooks", _sweep)
