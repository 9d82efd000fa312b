"""Threads that send: to one endpoint one message at a time, and slow receivers in a lane of their own.

So a receiver that takes its time holds up its own news and nobody else's, and no task waits for it.
"""

from threading import Lock, Thread
from time import monotonic
from uuid import UUID

import structlog
from django.db import connections

from tournaments.webhooks import sending

QUICK, SLOW = 12, 4  # threads of a process
SLOW_SECONDS = 2.0  # whoever took longer for the last message is slow
IN_A_ROW = 20  # messages to one endpoint, before others have the thread
REST = 5.0  # seconds until an endpoint that took no message is sent another one
log = structlog.get_logger(__name__)


class Lanes:
    """Of one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._busy: dict[UUID, bool] = {}  # whether in the slow lane
        self._slow: set[UUID] = set()
        self._resting: dict[UUID, float] = {}

    def begin_due(self) -> bool:
        """Have each endpoint sent what is due to it, as far as there are threads; whether any is at work."""
        for endpoint in sending.endpoints_due():
            if self._takes(endpoint):
                Thread(target=self._send, args=(endpoint,), name="news", daemon=True).start()
        with self._lock:
            return bool(self._busy)

    def _takes(self, endpoint: UUID) -> bool:
        with self._lock:
            slow = endpoint in self._slow
            full = sum(lane is slow for lane in self._busy.values()) >= (SLOW if slow else QUICK)
            if full or endpoint in self._busy or self._resting.get(endpoint, 0.0) > monotonic():
                return False
            self._busy[endpoint] = slow
            return True

    def _send(self, endpoint: UUID) -> None:
        try:
            for _ in range(IN_A_ROW):
                begun = monotonic()
                arrived = sending.send_next(endpoint)
                if self._noted(endpoint, monotonic() - begun, arrived=arrived) or not arrived:
                    break
        except Exception:
            log.exception("not_sent", endpoint=str(endpoint))
            self._noted(endpoint, 0.0, arrived=False)
        finally:
            connections.close_all()
            with self._lock:
                del self._busy[endpoint]

    def _noted(self, endpoint: UUID, seconds: float, *, arrived: bool | None) -> bool:
        """Whether the endpoint belongs into the slow lane from now on."""
        slow = seconds > SLOW_SECONDS
        with self._lock:
            (self._slow.add if slow else self._slow.discard)(endpoint)
            self._resting.pop(endpoint, None)
            if arrived is False:
                self._resting[endpoint] = monotonic() + REST
        return slow
