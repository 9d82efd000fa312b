"""The one mechanism for work in this process: a thread that sweeps, waits until the next is due, and ends.

For a club's server; where there is a queue, the bells of ``webhooks`` and ``jobs`` ring Celery instead.
"""

import atexit
import os
from collections.abc import Callable
from threading import Event, Lock, Thread

import structlog
from django.db import connections

AFTER_A_FAULT = 60.0  # seconds
log = structlog.get_logger(__name__)


class Background:
    """``sweep`` does what is due and returns the seconds until the next is, None when nothing waits."""

    def __init__(self, name: str, sweep: Callable[[], float | None]) -> None:
        self.name, self._sweep = name, sweep
        self._bell, self._lock = Event(), Lock()
        self._thread: Thread | None = None
        self._pid = 0
        self._every: float | None = None
        self._leaving = False

    def ring(self) -> None:
        """Have it look now. A thread that has ended begins anew."""
        with self._lock:
            self._bell.set()
            if self._thread is None or self._pid != os.getpid():  # a fork takes no threads along
                self._pid, self._leaving = os.getpid(), False
                self._thread = Thread(target=self._work, name=self.name, daemon=True)
                self._thread.start()

    def begin(self, every: float) -> None:
        """Look now, then every so many seconds at least: other processes ring here no bell."""
        self._every = every
        atexit.register(self.leave, 10.0)
        self.ring()

    def leave(self, seconds: float) -> bool:
        """End after the sweep at hand; whether it has within ``seconds``."""
        self._leaving = True
        self._bell.set()
        return self.join(seconds)

    def join(self, seconds: float) -> bool:
        """Wait for the thread to end; whether it has."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return self._thread is None

    def _work(self) -> None:
        while True:
            self._bell.clear()
            wait = None if self._leaving else self._swept()
            if wait is not None and not self._leaving:
                self._bell.wait(wait)
                continue
            with self._lock:
                if self._leaving or not self._bell.is_set():
                    self._thread = None
                    return

    def _swept(self) -> float | None:
        try:
            wait = self._sweep()
        except Exception:
            log.exception("not_swept", name=self.name)
            wait = AFTER_A_FAULT
        finally:
            connections.close_all()
        waits = [seconds for seconds in (wait, self._every) if seconds is not None]
        return min(waits, default=None)
