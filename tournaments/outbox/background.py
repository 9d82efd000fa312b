"""A thread of a club's server, which has no queue: it works from time to time and when it is woken."""

import atexit
from collections.abc import Callable
from threading import Event, Thread

import structlog
from django.db import connections

log = structlog.get_logger(__name__)


class Background:
    """Calls ``work`` every ``seconds`` seconds; ``begin`` starts it in the process that serves."""

    def __init__(self, name: str, work: Callable[[], object], seconds: float) -> None:
        self.name, self._work, self._seconds = name, work, seconds
        self._woken, self._ended = Event(), False
        self._thread: Thread | None = None

    def begin(self) -> None:
        self._ended = False
        self._thread = Thread(target=self._loop, name=self.name, daemon=True)
        self._thread.start()
        atexit.register(self.end)

    def wake(self) -> None:
        """Work now instead of later. Without effect in a process where the thread has not begun."""
        self._woken.set()

    def end(self, seconds: float = 10.0) -> None:
        """Wait for what it is doing, for ``seconds`` at most, and let it do nothing more."""
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
