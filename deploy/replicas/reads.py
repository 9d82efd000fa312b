"""Middleware: a request that reads has its statements answered by a replica that is not behind."""

from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from prometheus_client import Counter

from deploy.replicas.position import position_of
from deploy.replicas.servers import Servers, servers
from games.log import sources

READING = ("GET", "HEAD")
WATCHED = ("/health/", "/metrics")
"""They ask about the server that writes."""
READS = Counter("nigiri_reads", "Requests that could be answered by a replica, and who did.", ["by", "why"])
WRITER = "writer"
log = structlog.get_logger(__name__)


class Reads:
    """Of one request: the replica it keeps to. Only once it reads anything is one looked for."""

    def __init__(self, among: Servers) -> None:
        self.among = among
        self._chosen: Any = None
        self._by = self._why = ""

    def follower(self, writer: Any) -> Any | None:
        if not self._by:
            self._choose(writer)
        return self._chosen and self._chosen.connection

    def _choose(self, writer: Any) -> None:
        try:
            position = position_of(writer)
        except DatabaseError:
            self.stay("writer away")  # and says so by itself
            return
        self._chosen, self._why = self.among.at(writer, position)
        self._by = self._chosen.name if self._chosen else WRITER

    def failed(self, error: Exception) -> None:
        """Its breaker is left alone, for it may be the statement: a conflict with what it replays, say."""
        log.warning("replica_failed", replica=self._by, error=str(error).strip()[:200])
        self.stay("failed")

    def stay(self, why: str = "") -> None:
        if self._chosen or not self._by:
            self._chosen, self._by, self._why = None, WRITER, why or "wrote"

    @property
    def told(self) -> tuple[str, str]:
        """Who answered, and why not a replica; empty where nothing was read."""
        return self._by, self._why

    def count(self) -> None:
        if self._by:
            READS.labels(self._by, self._why).inc()


class Replicas:
    """The last of all: logins and sessions are looked up before, by the server that writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.REPLICAS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in READING or request.path.startswith(WATCHED):
            return self.get_response(request)
        reads = Reads(servers())
        try:
            with sources.having(reads):
                return self.get_response(request)
        finally:
            reads.count()
