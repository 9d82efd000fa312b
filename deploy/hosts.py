"""Several machines that serve one database: whether each was told the same, for the doctor."""

from collections.abc import Iterator

from django.conf import settings
from django.db import connection

from deploy.agreed import PROGRAM
from games.log.statements import select
from games.management.findings import Finding

_CONNECTED = """
SELECT DISTINCT application_name, COALESCE(host(client_addr), 'this machine')
FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE %s ORDER BY 1, 2
"""


def hosts() -> Iterator[Finding]:
    """For the doctor: who is connected, and who was told something else."""
    if connection.vendor != "postgresql":
        return
    connected = select(_CONNECTED, [f"{PROGRAM} %"])
    yield _agreement(connected)


def _agreement(connected: list[tuple[str, str]]) -> Finding:
    others = sorted({host for name, host in connected if name != settings.AGREED})
    if others:
        told = f"other keys, name, policy or servers than here: {', '.join(others)}"
        return Finding(what="hosts", value=told, ok=False)
    return Finding(what="hosts", value=f"{len({host for _, host in connected})}, told the same")
