"""Run a job: take it, carry it on, record how it went.

A task may come twice, late or never, and a worker may die: the conditional UPDATE in ``_take`` gives a job to
one process at a time, and one that was lost is due again when its lease ends. The work of each kind must be
safe to repeat.
"""

import os
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import close_old_connections, connection, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.outbox import stopping
from tournaments.outbox.rows import Job, JobState, due

LEASE = timedelta(seconds=settings.LEASE_SECONDS)  # many times a batch; what the death of a worker costs
TURN = timedelta(seconds=20)  # after which a long job lets others run
WAITS = tuple(timedelta(seconds=seconds) for seconds in (2, 4, 8, 16))
OURS = "The fault is ours; the log has it."
Clock = Callable[[], datetime]
log = structlog.get_logger(__name__)


class Lost(Exception):
    """The job was cancelled, overtaken, or taken over by another process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a job by this process."""

    job: Job
    clock: Clock
    begun: datetime

    def report(self, *, further: int = 0, lasting: timedelta = LEASE, **columns: Any) -> None:
        """Save progress, ``further`` steps of it, and extend the lease. Raises Lost."""
        if further:
            columns |= {"done": F("done") + further, "attempts": 0}
        at = self.clock()
        self._save(**columns, beaten_at=at, due_at=at + lasting)

    def put_back(self, due_at: datetime, **columns: Any) -> None:
        """Release the job, to be taken by any process from ``due_at`` on. Raises Lost."""
        self._save(**columns, state=JobState.QUEUED, leased_by="", due_at=due_at)

    def end(self, state: JobState, **columns: Any) -> None:
        """End the job and call the listeners, in one transaction. Raises Lost."""
        at = self.clock()
        with transaction.atomic():
            self._save(**columns, state=state, ended_at=at, leased_by="")
            for listener in _listeners:
                listener(self.job, at)

    @property
    def over(self) -> bool:
        """Whether to stop after this batch."""
        return stopping.stop_requested() or self.clock() >= self.begun + TURN

    def _save(self, **columns: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, leased_by=self.job.leased_by)
        if not mine.update(**columns):
            raise Lost


Work = Callable[[Run], bool]
"""Returns whether the job is done; False: to be carried on in another run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How jobs of a kind are done, and the waits between attempts; after one more the job fails."""

    work: Work
    waits: tuple[timedelta, ...]


Listener = Callable[[Job, datetime], None]
KINDS: dict[str, Kind] = {}
_listeners: list[Listener] = []


def kind(name: str, waits: Iterable[timedelta] = WAITS) -> Callable[[Work], Work]:
    """Decorator: jobs of this kind are done by the function."""

    def register(work: Work) -> Work:
        KINDS[name] = Kind(work=work, waits=tuple(waits))
        return work

    return register


def after_ending(listener: Listener) -> Listener:
    """Decorator: call the function in the transaction that ends a job, with the job and the moment."""
    _listeners.append(listener)
    return listener


def run_job(job_id: UUID, clock: Clock = timezone.now) -> UUID | None:
    """Run a job if it is due; return the id of the job to run next at once, if there is one.

    Safe to call any number of times, also at the same time. A fault is logged and recorded, not raised.
    """
    job = _take(job_id, clock())
    if job is None:
        return None
    run = Run(job=job, clock=clock, begun=clock())
    try:
        with bound_contextvars(command=str(job.pk)):
            return job.pk if _carry_on(run) else None
    except Lost:
        log.info("job_lost", job=str(job.pk))
        return None


def run_due(clock: Clock = timezone.now) -> int:
    """Run what is due, for one turn at most; return the number of runs. Safe in several processes at once."""
    begun, runs = clock(), 0
    while not stopping.stop_requested() and clock() < begun + TURN:
        job_id = due(clock()).values_list("pk", flat=True).first()
        if job_id is None:
            break
        run_job(job_id, clock)
        runs += 1
    return runs


def _take(job_id: UUID, at: datetime) -> Job | None:
    """Take the job if it is due. PostgreSQL checks the row again after waiting for another writer."""
    holder = f"{socket.gethostname()[:100]}/{os.getpid()}/{uuid4().hex[:12]}"
    taken = (
        due(at)
        .order_by()
        .filter(pk=job_id)
        .update(
            state=JobState.RUNNING,
            due_at=at + LEASE,
            leased_by=holder,
            leased_at=at,
            leased_from=F("done"),
            beaten_at=None,
            begun_at=Coalesce(F("begun_at"), at),
            attempts=F("attempts") + 1,
        )
    )
    return Job.objects.get(pk=job_id) if taken else None


def _carry_on(run: Run) -> bool:
    """Whether there is more to do at once."""
    if run.job.attempts > len(_waits(run.job)) + 1:
        _fail(run, "worker_lost", "Whoever ran the job died, again and again.")
        return False
    try:
        if KINDS[run.job.kind].work(run):
            run.end(JobState.DONE, problem=None, done=F("of"))
            return False
        run.put_back(run.clock(), attempts=0)
        return not stopping.stop_requested()
    except Refusal as refusal:
        _fail(run, refusal.code, str(refusal), **refusal.facts)
    except VersionClash as clash:
        detail = "The tournament was changed since the job was asked for."
        _fail(run, "version_clash", detail, expected=clash.expected, actual=clash.actual)
    except Lost:
        raise
    except Exception as fault:
        log.exception("job_failed", job=str(run.job.pk), kind=run.job.kind, attempt=run.job.attempts)
        _try_again(run, f"{type(fault).__name__}: {fault}"[:300])
    return False


def _try_again(run: Run, error: str) -> None:
    """Queue the job for its next attempt, or fail it after the last."""
    if not connection.in_atomic_block:
        close_old_connections()  # the database may have gone and come back
    attempts = Job.objects.values_list("attempts", flat=True).get(pk=run.job.pk)  # progress resets it
    waits = _waits(run.job)
    if attempts > len(waits):
        _fail(run, "internal_error", OURS, error=error)
        return
    problem = {"code": "internal_error", "detail": OURS, "error": error}
    wait = waits[max(attempts, 1) - 1]
    run.put_back(run.clock() + wait, problem=problem, failures=F("failures") + 1)


def _waits(job: Job) -> tuple[timedelta, ...]:
    found = KINDS.get(job.kind)
    return found.waits if found else WAITS


def _fail(run: Run, code: str, detail: str, **facts: Any) -> None:
    problem = {**facts, "code": code, "detail": detail}
    run.end(JobState.FAILED, problem=problem, failures=F("failures") + 1)
