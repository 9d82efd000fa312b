"""One run of a job: take the lease, carry on batch by batch, write down how it went.

Whoever runs a job, how often and at once: its kind must be safe to run any number of times. A run ends early
when the program is asked to stop, or after a minute, so that others have their turn; the job then waits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from django.db import close_old_connections, connection
from django.db.models import F
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.jobs import stopping
from tournaments.jobs.leases import LEASE, Lease, Lost, take
from tournaments.jobs.rows import UNENDED, Job, JobState, free

MOST_ATTEMPTS = 5  # runs in a row that got no further
TURN = timedelta(seconds=60)
SOONEST = F("leased_until").asc(nulls_first=True)
Clock = Callable[[], datetime]
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What the work of a kind is given."""

    lease: Lease
    clock: Clock
    begun: datetime

    @property
    def job(self) -> Job:
        return self.lease.job

    def report(self, *, further: int = 0, lasting: timedelta = LEASE, **said: Any) -> None:
        """A sign of life after each batch. Raises Lost when the job is not ours any more."""
        self.lease.beat(self.clock(), lasting=lasting, further=further, **said)

    @property
    def over(self) -> bool:
        """Whether to break off after this batch."""
        return stopping.stop_requested() or self.clock() >= self.begun + TURN


Work = Callable[[Run], bool]  # returns whether the job is done; False: to be carried on
KINDS: dict[str, Work] = {}


def kind(name: str) -> Callable[[Work], Work]:
    """Decorator: this is how jobs of the kind are done."""

    def register(work: Work) -> Work:
        KINDS[name] = work
        return work

    return register


def run_job(job_id: UUID, clock: Clock = timezone.now) -> bool:
    """Carry a job on. Safe to run any number of times, one after the other or at once.

    Whether there is more to do at once. A fault of ours is logged and written down, not raised.
    """
    lease = take(job_id, clock())
    if lease is None:
        return False
    run = Run(lease=lease, clock=clock, begun=clock())
    try:
        with bound_contextvars(command=str(job_id)):
            return _run(run)
    except Lost:
        log.info("job_lost", job=str(job_id))
        return False


def _run(run: Run) -> bool:
    if run.job.attempts > MOST_ATTEMPTS:
        _fail(run, "worker_lost", "Whoever ran the job died, again and again.")
        return False
    try:
        if KINDS[run.job.kind](run):
            run.lease.end(JobState.DONE, run.clock(), problem=None, done=F("of"))
            return False
        run.lease.rest(run.clock(), attempts=0)
        return not stopping.stop_requested()
    except Refusal as refusal:
        _fail(run, refusal.code, str(refusal), **refusal.facts)
    except VersionClash as clash:
        said = "The tournament was changed since the job was asked for."
        _fail(run, "version_clash", said, expected=clash.expected, actual=clash.actual)
    except Lost:
        raise
    except Exception as fault:
        log.exception("job_failed", job=str(run.job.pk), kind=run.job.kind, attempt=run.job.attempts)
        _again(run, fault)
    return False


def _again(run: Run, fault: Exception) -> None:
    """A fault of ours: once more later, until it is hopeless."""
    if not connection.in_atomic_block:
        close_old_connections()  # the database may have gone and come back
    error = f"{type(fault).__name__}: {fault}"[:300]
    said = "The fault is ours; the log has it."
    attempts = Job.objects.values_list("attempts", flat=True).get(pk=run.job.pk)
    if attempts >= MOST_ATTEMPTS:
        _fail(run, "internal_error", said, error=error)
        return
    problem = {"code": "internal_error", "detail": said, "error": error}
    wait = timedelta(seconds=2**attempts)
    run.lease.rest(run.clock() + wait, problem=problem, failures=F("failures") + 1)


def _fail(run: Run, code: str, detail: str, **facts: Any) -> None:
    problem = {**facts, "code": code, "detail": detail}
    run.lease.end(JobState.FAILED, run.clock(), problem=problem, failures=F("failures") + 1)


def run_due(clock: Clock = timezone.now) -> int:
    """Carry on what waits, for a minute at most; how many runs. Any number may sweep at once."""
    begun, runs = clock(), 0
    while not stopping.stop_requested() and clock() < begun + TURN:
        job_id = free(clock()).order_by(SOONEST, "asked_at").values_list("pk", flat=True).first()
        if job_id is None:
            break
        run_job(job_id, clock)
        runs += 1
    return runs


def seconds_left(at: datetime) -> float | None:
    """Until an unended job is free; None when there is none."""
    waiting = Job.objects.filter(state__in=UNENDED).order_by(SOONEST)
    for due in waiting.values_list("leased_until", flat=True)[:1]:
        return 0.0 if due is None else max((due - at).total_seconds(), 0.0)
    return None
