"""Waiting for the writers' turn, with a limit: readers must find a thread, however long a writer takes.

Of the requests of one process a few wait as long as a writer may, the others a second. Once one has waited in
vain, those who come are refused at once, but one from time to time who tries for all. Jobs and people at the
machine wait as long as their patience lasts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import OperationalError
from prometheus_client import Counter, Histogram

from games.breaker import Breaker, Resting
from games.log import patience

FEW = 3
BRIEFLY = 1.0  # seconds: many times what a writer takes
NOT_AVAILABLE = "55P03"  # PostgreSQL's code; SQLite raises nothing else while a transaction begins
WAITED = Histogram(
    "nigiri_turn_wait_seconds",
    "Waits for the writers' turn.",
    buckets=(0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 4, 10, 60),
)
IN_VAIN = Counter("nigiri_turns_refused", "Writers who were told to come again, for want of the turn.")
BREAKER = Breaker("the writers' turn", rest=2.0)

_lock = Lock()
_waiting = 0


@contextmanager
def waiting() -> Iterator[float]:
    """Around the wait; yields how many seconds it may take, 0: for ever. Raises ``breaker.Resting``."""
    with WAITED.time(), _limited() as seconds:
        yield seconds


@contextmanager
def _limited() -> Iterator[float]:
    mine = patience.now()
    if mine not in (patience.READ, patience.WRITE):
        yield mine.lock
        return
    try:
        with BREAKER.asking(), _counted() as others:
            yield mine.lock if others < FEW else min(BRIEFLY, mine.lock)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", NOT_AVAILABLE) == NOT_AVAILABLE:
            IN_VAIN.inc()
            BREAKER.failed(error)
        raise
    except Resting:
        IN_VAIN.inc()
        raise


@contextmanager
def _counted() -> Iterator[int]:
    """How many were waiting before."""
    global _waiting  # noqa: PLW0603 - one number of the process
    with _lock:
        others, _waiting = _waiting, _waiting + 1
    try:
        yield others
    finally:
        with _lock:
            _waiting -= 1
