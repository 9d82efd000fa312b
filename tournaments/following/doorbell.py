"""One connection to PostgreSQL that hears what ``tables.rung`` rings for; what it misses is looked for."""

import asyncio
from contextlib import suppress
from typing import Any
from uuid import UUID

import psycopg
import structlog
from django.db import connection

from tournaments.following.viewers import Viewers
from tournaments.tables.rung import CHANNEL

REST = 1.0  # seconds before a connection that was lost is made anew
SILENT = 10.0  # seconds after which it is asked whether it lives
OURS = {
    "cursor_factory",
    "context",
    "prepare_threshold",
    "client_encoding",
    "server_side_binding",
    "isolation_level",
}
"""Of the parameters that Django connects with, those that mean nothing to the library."""
log = structlog.get_logger(__name__)


class Doorbell:
    """Rings ``viewers`` for what changed, and for all of it whenever something may have been missed."""

    def __init__(self, viewers: Viewers) -> None:
        self.viewers = viewers

    async def listen(self) -> None:
        """For ever. Without PostgreSQL there is nothing to hear."""
        while connection.vendor == "postgresql":
            try:
                await self._listen_once()
            except (psycopg.Error, OSError) as error:
                log.warning("not_listening", error=str(error).strip())
            self.viewers.is_rung = False
            self.viewers.ring()
            await asyncio.sleep(REST)

    async def _listen_once(self) -> None:
        async with await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True) as link:
            await link.execute(f"LISTEN {CHANNEL}")
            self.viewers.is_rung = True
            self.viewers.ring()
            while True:
                async for notice in link.notifies(timeout=SILENT):
                    with suppress(ValueError):  # anybody who may connect may ring
                        self.viewers.ring(UUID(notice.payload))
                await asyncio.wait_for(link.execute("SELECT 1"), SILENT)


def _parameters() -> dict[str, Any]:
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name not in OURS}
