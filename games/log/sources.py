"""Which server the reads of the work at hand are asked of: the one that writes, or one that follows it.

Nobody but `deploy/replicas` ever says anything else than the first, and only around a request that reads.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol


class Source(Protocol):
    """Chooses a server for the statements of one request."""

    def follower(self, writer: Any) -> Any | None:
        """The connection to ask instead of the ``writer``'s; None: ask the writer."""

    def failed(self, error: Exception) -> None:
        """The follower could not answer a statement: the writer is asked that, and everything after it."""

    def stay(self) -> None:
        """The writer is asked from now on, since something was written or a transaction began."""


_now: ContextVar[Source | None] = ContextVar("source", default=None)


def now() -> Source | None:
    """None: everything is asked of the server that writes."""
    return _now.get()


@contextmanager
def having(source: Source | None) -> Iterator[None]:
    token = _now.set(source)
    try:
        yield
    finally:
        _now.reset(token)


def writer() -> Any:
    """Context manager: what is read within comes from the server that writes, whatever the request does."""
    return having(None)
