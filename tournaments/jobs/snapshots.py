"""Snapshots are made after the commit that makes one due: by Celery where there is a queue, else by a thread.

The bell is only a hint: what is missing the tidying makes.
"""

from collections.abc import Sequence
from functools import partial

from django.conf import settings
from django.db import transaction

from games.log.snapshots.making import due, make_all
from games.log.store import Recorded
from games.log.unit import after_storing
from tournaments import queue
from tournaments.jobs.background import Background

TASK = "tournaments.keep_snapshot"


@after_storing
def note(stored: Sequence[Recorded]) -> None:
    for stream in sorted({recorded.stream for recorded in stored if due(recorded)}):
        transaction.on_commit(partial(ring, stream), robust=True)


def ring(stream: str) -> None:
    """Have its snapshots made soon, by somebody else than the caller."""
    if settings.CELERY_BROKER_URL:
        queue.wake(TASK, stream)
    else:
        THREAD.ring()


def _sweep() -> None:
    make_all()


THREAD = Background("snapshots", _sweep)
