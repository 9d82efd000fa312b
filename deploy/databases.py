"""The options of the two databases; why each is set is measured in `deploy/decisions/databases.md`."""

from pathlib import Path
from typing import Any

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"
    "PRAGMA recursive_triggers=ON;"  # without it INSERT OR REPLACE slips past the append-only triggers
    "PRAGMA foreign_keys=ON;"
)
BUSY_SECONDS = 20


def sqlite(file: Path) -> dict[str, Any]:
    """A Django database entry for the SQLite file; its folder is made, for its owner alone."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": BUSY_SECONDS,
            "init_command": SQLITE_PRAGMAS,
        },
    }


def postgresql(entry: dict[str, Any], *, pool: int) -> dict[str, Any]:
    """`entry` (from DATABASE_URL) with a pool of `pool` connections, or, for 0, one kept per thread."""
    if not entry["ENGINE"].endswith("postgresql"):
        return entry
    if not pool:
        return {**entry, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    options = {**entry.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": pool, "timeout": 10}}
    return {**entry, "OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
