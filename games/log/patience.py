"""How long the database may take, by what waits for it: a reader, a writer, a job, somebody at the machine.

Seconds. A request has to be answered within ten, with a page or with an apology; a pairing may take minutes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """0: for ever. ``idle``: between statements of a transaction, which a frozen process must not hold."""

    statement: float
    lock: float
    idle: float


READ = Patience(statement=5, lock=1, idle=60)
WRITE = Patience(statement=7, lock=4, idle=60)
JOB = Patience(statement=600, lock=60, idle=1800)
COMMAND = Patience(statement=0, lock=0, idle=0)

_now: ContextVar[Patience] = ContextVar("patience", default=COMMAND)


def now() -> Patience:
    """Of whatever this thread is at."""
    return _now.get()


def begin(patience: Patience) -> None:
    """From here on, in a process that is there for one kind of work."""
    _now.set(patience)


@contextmanager
def having(patience: Patience) -> Iterator[None]:
    token = _now.set(patience)
    try:
        yield
    finally:
        _now.reset(token)
