"""The replicas of this process: which of them can answer now."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from time import monotonic, sleep
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections

from deploy.replicas.position import Position, has_reached
from games.breaker import Breaker, Resting

WAIT = 0.1  # seconds that a request waits for a replica to be there
GLANCE = 0.002
HURRY = 1.0  # after somebody has waited in vain, nobody waits for so long: who is there answers
REST = 5.0  # a replica that is away is asked every so often, by one request
FAULTS = (DatabaseError, InterfaceError)


class Replica:
    """``name``: its alias among Django's databases."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.breaker = Breaker(name, rest=REST)

    @property
    def connection(self) -> Any:
        """Of this thread."""
        return connections[self.name]

    def has_reached(self, writer: Any, position: Position) -> bool:
        """Raises Resting, DatabaseError; a connection that broke meanwhile is made anew, once."""
        with self.breaker.asking(*FAULTS):
            was_open = self.connection.connection is not None
            try:
                return has_reached(self.connection, writer, position)
            except FAULTS:
                self.connection.close()
                if not was_open:
                    raise
            return has_reached(self.connection, writer, position)


class Servers:
    """All of them, asked in turn."""

    def __init__(self, replicas: Sequence[Replica]) -> None:
        self.replicas = replicas
        self._turns = count()
        self._hurry_until = 0.0

    def at(self, writer: Any, position: Position) -> tuple[Replica | None, str]:
        """One that is there, now or soon; None, and why: ``away`` or ``behind``."""
        asked, waits = self._in_turn(), monotonic() >= self._hurry_until
        until = monotonic() + (WAIT if waits else 0)
        while found := self._states(asked, writer, position):
            asked = [replica for replica, _ in found]
            for replica, is_there in found:
                if is_there:
                    return replica, ""
            if monotonic() >= until:
                self._hurry_until = monotonic() + HURRY if waits else self._hurry_until
                return None, "behind"
            sleep(GLANCE)
        return None, "away"

    def _states(
        self, asked: Sequence[Replica], writer: Any, position: Position
    ) -> list[tuple[Replica, bool]]:
        """Those that answer, up to the first that is there, and whether it is."""
        found = []
        for replica in asked:
            with suppress(Resting, *FAULTS):
                found.append((replica, replica.has_reached(writer, position)))
                if found[-1][1]:
                    break
        return found

    def _in_turn(self) -> list[Replica]:
        first = next(self._turns) % len(self.replicas)
        return [*self.replicas[first:], *self.replicas[:first]]


@cache
def servers() -> Servers:
    return Servers([Replica(name) for name in settings.REPLICAS])
