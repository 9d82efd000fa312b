"""PostgreSQL that is asked with limits: its own, and ours for when it is too frozen to keep them.

Each thread keeps a connection and looks once a request whether it lives. The same question sets the limits of
the work at hand.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any, TypeVar

import psycopg
from django.db import DEFAULT_DB_ALIAS, OperationalError
from django.db.backends.postgresql import base
from psycopg import IsolationLevel, errors
from psycopg.abc import PQGen

from deploy.engines.postgresql.choosing import Choosing
from games.breaker import Breaker, Resting
from games.log import patience, sources

CHECK_SECONDS = 2  # that a connection may take to show that it lives
SLACK = 1  # between the server's limit of a statement and ours
REST = 2.0  # a frozen server is asked every so often by one thread, while the others apologise
LIMITS = """
SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
       set_config('idle_in_transaction_session_timeout', %s, false)
"""
R = TypeVar("R")


class Connection(psycopg.Connection[Any]):
    """Waits for an answer for ``seconds``, after which it is of no use any more; None: for ever."""

    seconds: float | None = CHECK_SECONDS
    breaker: Breaker

    def wait(self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
        try:
            return super().wait(gen, interval, self.seconds if timeout is None else timeout)
        except errors._WaitTimeout:  # noqa: SLF001 - what it says has no public name
            self.pgconn.finish()
            error = psycopg.OperationalError("the server has not answered in time")
            self.breaker.failed(error)
            raise error from None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with the connection above; what a request reads may be asked of a replica."""

    def cursor(self) -> Any:
        source = sources.now()
        if source is None or self.alias != DEFAULT_DB_ALIAS:
            return super().cursor()
        if self.in_atomic_block:
            source.stay()
            return super().cursor()
        return Choosing(self, source)

    def cursor_here(self) -> Any:
        """One of this connection's own server."""
        return super().cursor()

    @cached_property
    def breaker(self) -> Breaker:
        host = self.settings_dict["HOST"] or self.settings_dict["OPTIONS"].get("host", "")
        return _breaker(f"postgresql {host}:{self.settings_dict['PORT']}")

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        try:
            with self.breaker.asking(psycopg.errors.ConnectionTimeout):
                connection = Connection.connect(**conn_params)
        except Resting:
            raise OperationalError("the server has not answered lately") from None
        connection.breaker = self.breaker
        return connection

    def init_connection_state(self) -> None:
        super().init_connection_state()
        self._set_limits()

    def is_usable(self) -> bool:
        if self.connection is None or self.breaker.away:
            return False
        try:
            self._set_limits()
        except psycopg.Error:
            return False
        return True

    def _set_limits(self) -> None:
        mine = patience.now()
        limits = [f"{seconds:g}s" for seconds in (mine.statement, mine.lock, mine.idle)]
        with self.briefly(), self.connection.cursor() as cursor:
            cursor.execute(LIMITS, limits)
        self.connection.seconds = mine.statement + SLACK if mine.statement else None

    @contextmanager
    def briefly(self) -> Iterator[None]:
        """What is asked within is answered within ``CHECK_SECONDS`` by a server that is well."""
        connection = self.connection
        before, connection.seconds = connection.seconds, CHECK_SECONDS
        try:
            yield
        finally:
            connection.seconds = before


@cache
def _breaker(server: str) -> Breaker:
    """One for all threads."""
    return Breaker(server, rest=REST)
