"""Wake workers: a job is a row, and the tasks and threads here only announce that there is one.

A federation's server sends tasks to Celery; a club's server has no queue and runs jobs in a thread. The sweep
finds jobs whose announcement was lost.
"""

import atexit
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.outbox.rows import due
from tournaments.outbox.running import run_due

RUN, SWEEP = "tournaments.run_job", "tournaments.sweep"
MAX_SWEPT = 2000
BROKER_ERRORS = (OperationalError, OSError)
PAUSE = 5.0  # seconds without an attempt after the broker did not answer
log = structlog.get_logger(__name__)


class Background:
    """A thread that calls ``work`` every ``seconds`` seconds, and whenever it is woken."""

    def __init__(self, name: str, work: Callable[[], object], seconds: float) -> None:
        self.name, self._work, self._seconds = name, work, seconds
        self._woken, self._ended = Event(), False
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Start the thread in this process."""
        self._ended = False
        self._thread = Thread(target=self._loop, name=self.name, daemon=True)
        self._thread.start()
        atexit.register(self.end)

    def wake(self) -> None:
        """Work now instead of later; has no effect in a process where the thread has not begun."""
        self._woken.set()

    def end(self, seconds: float = 10.0) -> None:
        """End the thread after its current work, and wait for that up to ``seconds``."""
        self._ended = True
        self._woken.set()
        if self._thread is not None:
            self._thread.join(seconds)

    def _loop(self) -> None:
        while not self._ended:
            self._woken.clear()
            try:
                self._work()
            except Exception:
                log.exception("background_work_failed", name=self.name)
            finally:
                connections.close_all()
            if not self._ended:
                self._woken.wait(self._seconds)


THREAD = Background("sweep", run_due, settings.SWEEP_SECONDS)


class _Broker:
    """The moment until which this process sends nothing; zero while the broker answers."""

    silent_until = 0.0


def send_task(task: str, *arguments: str, **options: Any) -> bool:
    """Send a task and return True; return False, without retry, if the broker does not answer.

    The timeouts of `deploy/settings.py` limit the wait to a quarter of a second, and the pause limits a
    request that sends several tasks to one such wait.
    """
    if monotonic() < _Broker.silent_until:
        return False
    try:
        current_app.send_task(task, arguments, **options)
    except BROKER_ERRORS as error:
        _Broker.silent_until = monotonic() + PAUSE
        log.warning("queue_does_not_answer", task=task, error=str(error))
        return False
    return True


def wake_after_commit(*job_ids: UUID) -> None:
    """Wake workers for these jobs after the commit; a queue that does not answer fails no request."""
    if job_ids:
        transaction.on_commit(lambda: wake(*job_ids), robust=True)


def wake(*job_ids: UUID) -> None:
    """Make another process or thread run these jobs now."""
    if not settings.CELERY_BROKER_URL:
        THREAD.wake()
        return
    for job_id in job_ids:
        if not send_task(RUN, str(job_id)):
            return


def sweep() -> None:
    """Send a task for each due job, or for the first of each endpoint.

    This finds jobs that a lost queue forgot or a dead worker left, and those whose wait is over. A task that
    has not begun before the next sweep expires, as the sweep sends another.
    """
    jobs = due(timezone.now()).values_list("pk", "endpoint_id")[:MAX_SWEPT]
    first: dict[UUID, UUID] = {}
    for job_id, endpoint in jobs:
        first.setdefault(endpoint or job_id, job_id)
    for job_id in first.values():
        if not send_task(RUN, str(job_id), expires=settings.SWEEP_SECONDS):
            return
