"""The options of the two databases; why each is set is measured in `deploy/decisions/databases.md`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"
    "PRAGMA recursive_triggers=ON;"  # without it INSERT OR REPLACE slips past the append-only triggers
    "PRAGMA foreign_keys=ON;"
    "PRAGMA secure_delete=ON;"  # who is erased leaves no bytes behind
)
BUSY_SECONDS = 20  # of work that is no request
CONNECT_SECONDS = 3


def sqlite(file: Path) -> dict[str, Any]:
    """A Django database entry for the SQLite file; its folder is made, for its owner alone."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "ENGINE": "deploy.engines.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": BUSY_SECONDS,
            "init_command": SQLITE_PRAGMAS,
        },
    }


def postgresql(entry: dict[str, Any]) -> dict[str, Any]:
    """`entry` (from DATABASE_URL); each thread keeps a connection and checks it once a request."""
    if not entry["ENGINE"].endswith("postgresql"):
        return entry
    options = {"connect_timeout": CONNECT_SECONDS, **entry.get("OPTIONS", {})}
    kept = {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    return {**entry, **kept, "ENGINE": "deploy.engines.postgresql", "OPTIONS": options}


def replicas(
    databases: dict[str, Any], urls: Sequence[str], entry_of: Callable[[str], dict[str, Any]]
) -> list[str]:
    """Add the servers at ``urls`` (from DATABASE_REPLICA_URL) to Django's entries; their aliases.

    Each request asks a replica how far it is, which shows as well whether the connection lives.
    """
    if urls and not databases["default"]["ENGINE"].endswith("postgresql"):
        raise ImproperlyConfigured("DATABASE_REPLICA_URL wants the server they follow: DATABASE_URL.")
    for number, url in enumerate(urls, 1):
        entry = postgresql(entry_of(url))
        if not entry["ENGINE"].endswith("postgresql"):
            raise ImproperlyConfigured("DATABASE_REPLICA_URL: addresses of PostgreSQL servers, with commas.")
        own = {"CONN_HEALTH_CHECKS": False, "TEST": {"MIRROR": "default"}}
        databases[f"replica-{number}"] = {**entry, **own}
    return [name for name in databases if name != "default"]
