"""Whether the replicas follow: a part of `/health/`, and numbers for Prometheus."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

from django.db import connection, connections
from health_check.base import HealthCheck
from health_check.exceptions import ServiceWarning
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from deploy.replicas.position import Position, bytes_behind, position_of
from deploy.replicas.servers import FAULTS, Replica, servers
from games.breaker import Resting
from games.management.findings import Finding

SOON = 0.5  # seconds in which a replica that is well has what was written when it was asked
GLANCE = 0.02


@dataclass
class Replicas(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """Each of them follows; else the server that writes answers its readers too."""

    def run(self) -> None:
        with _closing_what_is_opened():
            found = {replica.name: fault_of(replica) for replica in servers().replicas}
        told = [f"{name} {fault}" for name, fault in found.items() if fault]
        if told:
            raise ServiceWarning(f"{', '.join(told)}: the server that writes answers readers too.")


def fault_of(replica: Replica) -> str:
    """``is away``, ``is behind``, or empty."""
    writer = connections["default"]
    position, until = position_of(writer), monotonic() + SOON
    try:
        while not replica.has_reached(writer, position):
            if monotonic() > until:
                return "is behind"
            sleep(GLANCE)
    except (Resting, *FAULTS):
        return "is away"
    return ""


class Lag(Collector):
    """Of each replica that answers, as it is now."""

    def collect(self) -> Iterable[Metric]:
        lag = GaugeMetricFamily("nigiri_replica_lag_bytes", "What it has yet to replay.", labels=["replica"])
        for replica in servers().replicas:
            behind = _behind(replica, position_of(connections["default"]))
            if behind is not None:
                lag.add_metric([replica.name], behind)
        yield lag


def _behind(replica: Replica, position: Position) -> int | None:
    try:
        with replica.breaker.asking(*FAULTS):
            return bytes_behind(replica.connection, position)
    except (Resting, *FAULTS):
        return None


def followers() -> Iterator[Finding]:
    """For the doctor: each replica, how far behind it is."""
    for replica in servers().replicas:
        fault = fault_of(replica)
        yield Finding(what=replica.name, value=fault or "follows", ok=not fault)


@contextmanager
def _closing_what_is_opened() -> Iterator[None]:
    """Of a thread that may end with this request."""
    own: list[Any] = [connection, *(replica.connection for replica in servers().replicas)]
    before = [one for one in own if one.connection is not None]
    try:
        yield
    finally:
        for one in own:
            if one not in before:
                one.close()
