"""Requests to stop this process: the current batch ends, and jobs are released."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

LOOK = 0.5  # seconds between two looks for a request


class _Stop:
    requested = False


def request_stop() -> None:
    """Make the process stop after its batch; safe in a signal handler."""
    _Stop.requested = True


def clear_stop() -> None:
    _Stop.requested = False


def should_stop() -> bool:
    return _Stop.requested


def wait(seconds: float) -> None:
    """Return after that time, or soon after a stop is requested."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not should_stop():
        time.sleep(LOOK)


@contextmanager
def on_signals(*numbers: int) -> Iterator[None]:
    """Make these signals request a stop; a second one has its usual effect."""

    def handle(number: int, _frame: FrameType | None) -> None:
        request_stop()
        signal.signal(number, before[number])

    clear_stop()
    before: dict[int, Any] = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        clear_stop()
