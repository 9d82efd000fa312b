"""Who runs a job: a conditional UPDATE of the row alone, whose count tells who won.

PostgreSQL looks at the row's own columns again after waiting for another writer, so no two win. A holder that
dies is replaced when its lease has run out; one that was replaced, cancelled or overtaken is told at its next
sign of life, since the row does not name it any more.
"""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from tournaments.jobs.rows import Job, JobState, free

LEASE = timedelta(seconds=settings.LEASE_SECONDS)  # many times a batch; what a death costs


Subscriber = Callable[[Job, datetime], None]
_subscribers: list[Subscriber] = []


def after_ending(subscriber: Subscriber) -> Subscriber:
    """Decorator: call the function with a job that whoever ran it ends, and when, in that transaction."""
    _subscribers.append(subscriber)
    return subscriber


class Lost(Exception):
    """The job is not ours any more: cancelled, overtaken, or another's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """``job`` as it was when it was taken; ``holder`` names this one run of it."""

    job: Job
    holder: str

    def beat(self, at: datetime, *, lasting: timedelta = LEASE, further: int = 0, **said: Any) -> None:
        """A sign of life, with ``further`` steps done since the last one. Raises Lost."""
        if further:
            said |= {"done": F("done") + further, "batches": F("batches") + 1, "attempts": 0}
        self._say(**said, beaten_at=at, leased_until=at + lasting)

    def rest(self, at: datetime, **said: Any) -> None:
        """Give the job back, to be taken from ``at`` on by anybody. Raises Lost."""
        self._say(**said, state=JobState.QUEUED, leased_by="", leased_until=at)

    def end(self, state: JobState, at: datetime, **said: Any) -> None:
        """The last word. Raises Lost."""
        with transaction.atomic():
            self._say(**said, state=state, ended_at=at, leased_by="", leased_until=None)
            for subscriber in _subscribers:
                subscriber(self.job, at)

    def _say(self, **said: Any) -> None:
        ours = Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, leased_by=self.holder)
        if not ours.update(**said):
            raise Lost


def take(job_id: UUID, at: datetime) -> Lease | None:
    """The job, ours for a while; None when it has ended, rests or is another's."""
    holder = f"{socket.gethostname()[:100]}/{os.getpid()}/{uuid4().hex[:12]}"
    taken = (
        free(at)
        .filter(pk=job_id)
        .update(
            state=JobState.RUNNING,
            leased_by=holder,
            leased_at=at,
            leased_until=at + LEASE,
            leased_from=F("done"),
            beaten_at=None,
            begun_at=Coalesce(F("begun_at"), at),
            attempts=F("attempts") + 1,
        )
    )
    return Lease(job=Job.objects.get(pk=job_id), holder=holder) if taken else None
