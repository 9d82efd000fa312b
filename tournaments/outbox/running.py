"""Run a job: take it, work on it, record its state.

A task may come twice, late or never, and a worker may die: the conditional UPDATE in ``_take`` gives a job to
one process at a time, and one that was lost is due again when its lease ends. The work of each kind must be
safe to repeat.
"""

import os
import socket
from collections.abc import Callable, Iterator
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
from games.management.base import Finding, register_examination
from games.refusals import Refusal
from tournaments.outbox import stopping
from tournaments.outbox.rows import Endpoint, Job, JobState, due

LEASE = timedelta(seconds=settings.LEASE_SECONDS)  # much longer than a batch; the delay if a worker dies
TURN = timedelta(seconds=20)  # seconds after which a long job lets others run
WAITS = tuple(timedelta(seconds=seconds) for seconds in (2, 4, 8, 16))
INTERNAL_ERROR = "This is an error of the service. It has been logged."
Clock = Callable[[], datetime]
log = structlog.get_logger(__name__)
LATE = LEASE + timedelta(seconds=2 * settings.SWEEP_SECONDS)
"""The longest time that a job may be due: the lease of a dead worker and two sweeps."""


class Lost(Exception):
    """The error that the job was cancelled, replaced, or taken over by another process."""


class Failed(Exception):
    """A failed attempt.

    ``final``: no other attempt follows; otherwise none before ``not_before``.
    """

    def __init__(self, *, final: bool = False, not_before: datetime | None = None) -> None:
        super().__init__(final, not_before)
        self.final, self.not_before = final, not_before


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
    def is_turn_over(self) -> bool:
        """Return whether to stop after this batch."""
        return stopping.should_stop() or self.clock() >= self.begun + TURN

    @property
    def is_last(self) -> bool:
        """Return whether the job fails if this attempt does."""
        return self.job.attempts > len(KINDS[self.job.kind].waits)

    def _save(self, **columns: Any) -> None:
        own = Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, leased_by=self.job.leased_by)
        if not own.update(**columns):
            raise Lost


Work = Callable[[Run], bool]
"""The function of a kind; it returns whether the job is done, else it continues in another run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of job.

    ``waits``: the waits between attempts; after one more attempt the job fails. ``lease``: the longest time
    without a report.
    """

    work: Work
    waits: tuple[timedelta, ...]
    lease: timedelta


Listener = Callable[[Job, datetime], None]
KINDS: dict[str, Kind] = {}
_listeners: list[Listener] = []


def kind(name: str, waits: tuple[timedelta, ...] = WAITS, lease: timedelta = LEASE) -> Callable[[Work], Work]:
    """Register the function that works on jobs of this kind; a decorator."""

    def register(work: Work) -> Work:
        KINDS[name] = Kind(work=work, waits=waits, lease=lease)
        return work

    return register


def after_ending(listener: Listener) -> Listener:
    """Register a function to call in the transaction that ends a job; a decorator."""
    _listeners.append(listener)
    return listener


def run_job(job_id: UUID, clock: Clock = timezone.now) -> UUID | None:
    """Run a job if it is due, or the first message that is due for its endpoint.

    Return the id of the job to run next at once, if there is one. Safe to call any number of times, also at
    the same time. A fault is logged and recorded, not raised.
    """
    job = _take(job_id, clock())
    if job is None:
        return None
    run = Run(job=job, clock=clock, begun=clock())
    try:
        with bound_contextvars(command=str(job.pk)):
            if _work_on(run):
                return job.pk
    except Lost:
        log.info("job_lost", job=str(job.pk))
    next_message = due(clock()).filter(endpoint=job.endpoint_id) if job.endpoint_id else Job.objects.none()
    return next_message.values_list("pk", flat=True).first()


def run_due(clock: Clock = timezone.now) -> int:
    """Run due jobs for at most one turn; return the number of runs. Safe in several processes at once."""
    begun, runs = clock(), 0
    while not stopping.should_stop() and clock() < begun + TURN:
        job_id = due(clock()).filter(kind__in=KINDS).values_list("pk", flat=True).first()
        if job_id is None:
            break
        run_job(job_id, clock)
        runs += 1
    return runs


def _take(job_id: UUID, at: datetime) -> Job | None:
    """Take the job, and with a message its endpoint: one message at a time is sent to each.

    Both UPDATEs name columns of their own row, which PostgreSQL checks again after waiting for another
    writer.
    """
    with transaction.atomic(durable=True):  # a run takes its time and commits step by step
        job = _first_due(job_id, at)
        if job is None:
            return None
        until = at + KINDS[job.kind].lease
        if job.endpoint is not None:
            same = Endpoint.objects.filter(pk=job.endpoint.pk, busy_until=job.endpoint.busy_until)
            if not same.update(busy_until=until):
                return None
        holder = f"{socket.gethostname()[:100]}/{os.getpid()}/{uuid4().hex[:12]}"
        taken = Job.objects.filter(pk=job.pk, state=job.state, due_at=job.due_at).update(
            state=JobState.RUNNING,
            due_at=until,
            leased_by=holder,
            leased_at=at,
            leased_from=F("done"),
            beaten_at=None,
            begun_at=Coalesce(F("begun_at"), at),
            attempts=F("attempts") + 1,
            failures=F("failures") + int(job.state == JobState.RUNNING),  # its worker died
        )
        if not taken and job.endpoint is not None:
            Endpoint.objects.filter(pk=job.endpoint.pk).update(busy_until=job.endpoint.busy_until)
        return Job.objects.select_related("endpoint").get(pk=job.pk) if taken else None


def _first_due(job_id: UUID, at: datetime) -> Job | None:
    endpoint = Job.objects.filter(pk=job_id).values_list("endpoint_id", flat=True).first()
    jobs = due(at).select_related("endpoint")
    job = (jobs.filter(endpoint=endpoint) if endpoint else jobs.filter(pk=job_id)).first()
    if job is None and not Job.objects.filter(pk=job_id).exists():
        log.warning(
            "job_unknown", job=str(job_id), advice="Set NIGIRI_NAME where installations share a queue."
        )
    if job is None or job.kind in KINDS:
        return job
    log.warning("job_of_another_version", job=str(job.pk), kind=job.kind)  # a worker of that version runs it
    return None


def _work_on(run: Run) -> bool:
    """Work on the job; return whether there is more to do at once."""
    if run.job.attempts > len(KINDS[run.job.kind].waits) + 1:
        _fail(run, "worker_lost", "The worker of this job died repeatedly.")
        return False
    try:
        if KINDS[run.job.kind].work(run):
            run.end(JobState.DONE, problem=None, done=F("of"))
            return False
        run.put_back(run.clock(), attempts=0)
        return not stopping.should_stop()
    except Refusal as refusal:
        _fail(run, refusal.code, str(refusal), **refusal.facts)
    except VersionClash as clash:
        detail = "The tournament was changed since the job was asked for."
        _fail(run, "version_clash", detail, expected=clash.expected, actual=clash.actual)
    except Failed as failure:
        _try_again(run, None, final=failure.final, not_before=failure.not_before)
    except Lost:
        raise
    except Exception as fault:
        log.exception("job_failed", job=str(run.job.pk), kind=run.job.kind, attempt=run.job.attempts)
        if not connection.in_atomic_block:
            close_old_connections()  # the database may have gone and come back
        error = f"{type(fault).__name__}: {fault}"[:300]
        _try_again(run, {"code": "internal_error", "detail": INTERNAL_ERROR, "error": error})
    return False


def _try_again(
    run: Run,
    problem: dict[str, Any] | None,
    *,
    final: bool = False,
    not_before: datetime | None = None,
) -> None:
    """Queue the job for its next attempt, or fail it after the last."""
    columns = {"problem": problem, "failures": F("failures") + 1}
    attempts = Job.objects.values_list("attempts", flat=True).get(pk=run.job.pk)  # progress resets it
    waits = KINDS[run.job.kind].waits
    if final or attempts > len(waits):
        run.end(JobState.FAILED, **columns)
        return
    at = run.clock() + waits[max(attempts, 1) - 1]
    run.put_back(max(at, not_before or at), **columns)


def _fail(run: Run, code: str, detail: str, **facts: Any) -> None:
    run.end(JobState.FAILED, problem={**facts, "code": code, "detail": detail}, failures=F("failures") + 1)


def count_overdue(at: datetime) -> int:
    """Return the number of overdue jobs; 0 while one is running, as the others wait for their turn."""
    if Job.objects.filter(state=JobState.RUNNING, due_at__gt=at).exists():
        return 0
    return int(due(at - LATE).count())


@register_examination
def jobs() -> Iterator[Finding]:
    """Yield the finding on overdue jobs."""
    number = count_overdue(timezone.now())
    value = (
        f"{number} lie undone, and nobody is at one: no worker or no schedule runs"
        if number
        else "none undone"
    )
    yield Finding(what="jobs", value=value, ok=not number)
