"""The options of the two databases. Measurements for each: `deploy/decisions/databases.md`."""

from pathlib import Path
from typing import Any

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=FULL;"
    "PRAGMA recursive_triggers=ON;"  # without it INSERT OR REPLACE slips past the append-only triggers
    "PRAGMA foreign_keys=ON;"
    "PRAGMA secure_delete=ON;"  # who is erased leaves no bytes behind
)
BACKGROUND_LOCK = 20  # seconds that SQLite waits for its lock in commands and jobs
REQUEST_LOCK = 2

BACKGROUND = "-c statement_timeout=30min -c lock_timeout=1min -c idle_in_transaction_session_timeout=30min"
REQUEST = "-c statement_timeout=7s -c lock_timeout=2s -c idle_in_transaction_session_timeout=1min"
"""PostgreSQL's limits. A request is answered within ten seconds, with a page or with an apology."""

CONNECTION: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 7000,
}
"""libpq's limits, in seconds and milliseconds: a machine that went without closing its connections."""


def sqlite_entry(file: Path) -> dict[str, Any]:
    """Return Django's entry for the SQLite file; create its folder, readable by its owner only."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": BACKGROUND_LOCK,
            "init_command": SQLITE_PRAGMAS,
        },
    }


def limit_postgresql(entry: dict[str, Any]) -> dict[str, Any]:
    """Add limits to `entry` (from DATABASE_URL, whose options win); connections are persistent."""
    if not entry["ENGINE"].endswith("postgresql"):
        return entry
    given = entry.get("OPTIONS", {})
    options = f"{BACKGROUND} {given.get('options', '')}".strip()
    kept = {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    return {**entry, **kept, "OPTIONS": {**CONNECTION, **given, "options": options}}


def limit_request_connections(entry: dict[str, Any]) -> None:
    """Shorten the time limits of new connections of this process, which answers requests."""
    options = entry["OPTIONS"]
    if "timeout" in options:
        options["timeout"] = REQUEST_LOCK
    if "options" in options:
        options["options"] = options["options"].replace(BACKGROUND, REQUEST)
