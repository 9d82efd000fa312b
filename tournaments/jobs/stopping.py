"""Whether this program has been asked to stop: batches end, leases are given back.

The byte is shared with processes that are forked after this module was loaded: Celery's children run the
batches, but only their parent hears the signal.
"""

import mmap
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_ASKED = mmap.mmap(-1, 1)


def ask() -> None:
    """May be called by a signal handler."""
    _ASKED[0] = 1


def forget() -> None:
    _ASKED[0] = 0


def stop_requested() -> bool:
    return bool(_ASKED[0])


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
