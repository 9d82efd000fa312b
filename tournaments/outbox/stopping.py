"""Whether this process has been asked to stop: the batch at hand ends, and jobs are released."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class _Stop:
    requested = False


def ask() -> None:
    """A signal handler may call it."""
    _Stop.requested = True


def forget() -> None:
    _Stop.requested = False


def stop_requested() -> bool:
    return _Stop.requested


@contextmanager
def on_signals(*numbers: int) -> Iterator[None]:
    """Within, these signals ask; a second one does what it always did."""

    def heard(number: int, _frame: FrameType | None) -> None:
        ask()
        signal.signal(number, before[number])

    forget()
    before: dict[int, Any] = {number: signal.signal(number, heard) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        forget()
