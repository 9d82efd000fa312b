"""A server that does not answer is left alone for a while: whoever needs it does without it, at once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

import structlog
from prometheus_client import Counter

REST = 5.0  # seconds between two tries, of which each process has one
OPENED = Counter("nigiri_servers_away", "How often a server began not to answer.", ["server"])
log = structlog.get_logger(__name__)


class Resting(Exception):
    """The server has not answered lately, and it is too early to ask again."""


class Breaker:
    """Of one server, for the threads of this process. The log says when it goes and when it is back."""

    def __init__(self, server: str, rest: float = REST) -> None:
        self.server, self.rest = server, rest
        self._lock = Lock()
        self._gone: float | None = None  # since when
        self._next = 0.0

    @property
    def away(self) -> bool:
        """Whether nobody answered when last asked."""
        return self._gone is not None

    @contextmanager
    def asking(self, *faults: type[BaseException]) -> Iterator[None]:
        """Around a question. Raises Resting instead of asking; one of ``faults`` says that nobody answers.

        What else may be raised says neither that nor the contrary.
        """
        if not self._may_ask():
            raise Resting(self.server)
        try:
            yield
        except faults as error:
            self.failed(error)
            raise
        self.answered()

    def _may_ask(self) -> bool:
        """Always while all is well; else the first who comes after a rest, for all of them."""
        if self._gone is None:
            return True
        with self._lock:
            now = monotonic()
            if self._gone is None or now >= self._next:
                self._next = now + self.rest
                return True
            return False

    def failed(self, error: BaseException) -> None:
        """Nobody answered."""
        with self._lock:
            now, news = monotonic(), self._gone is None
            self._next = now + self.rest
            if news:
                self._gone = now
        if news:
            OPENED.labels(self.server).inc()
            log.warning("server_away", server=self.server, error=str(error))

    def answered(self) -> None:
        """All is well."""
        if self._gone is None:
            return
        with self._lock:
            gone, self._gone = self._gone, None
        if gone is not None:
            log.warning("server_back", server=self.server, after_seconds=round(monotonic() - gone, 1))


def breaker_of(url: str) -> Breaker:
    """The one of the server at an address: two uses of a Redis suffer from it once."""
    first = urlsplit(re.split("[;,]", url)[0])
    host = first.netloc.rpartition("@")[2]  # never the password
    return _breaker(host or first.path)


@cache
def _breaker(server: str) -> Breaker:
    return Breaker(server)
