"""Progress of a long run, reported to the caller or drawn on a terminal."""

import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

Report = Callable[[int], None]  # called with the number done so far


def no_report(done: int) -> None:
    """Report nothing."""


class Progress:
    """A Report that draws count, rate and time left on a terminal, and is silent anywhere else."""

    INTERVAL = 0.25  # seconds between two drawings

    def __init__(self, what: str, total: int | None = None, stream: TextIO = sys.stderr) -> None:
        self.what, self.total, self.stream = what, total, stream
        self.started = self.drawn = time.monotonic()
        self.shown = stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.shown:
            self.stream.write("\r\033[K")
            self.stream.flush()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self.shown and (now - self.drawn >= self.INTERVAL or done == self.total):
            self.drawn = now
            self.stream.write(f"\r\033[K{self.line(done, now - self.started)}")
            self.stream.flush()

    def line(self, done: int, seconds: float) -> str:
        """Return ``events 1200 of 5000 · 800/s · 5 s left``; without a total, ``events 1200 · 800/s``."""
        rate = done / seconds if seconds > 0 else 0.0
        if self.total is None:
            return f"{self.what} {done} · {rate:.0f}/s"
        left = f" · {max(0, self.total - done) / rate:.0f} s left" if rate else ""
        return f"{self.what} {done} of {self.total} · {rate:.0f}/s{left}"
