"""A digest of what every machine that serves one database is to be told alike.

Each connection names it, so that PostgreSQL knows all who are there now, and nobody keeps a list.
"""

from hashlib import sha256
from pathlib import Path

PROGRAM = "nigiri"
DIGITS = 8


def name_of(*told: object) -> str:
    """Of a connection, after keys and whatever else must be the same everywhere."""
    digest = sha256(repr(told).encode()).hexdigest()
    return f"{PROGRAM} {digest[:DIGITS]}"


def policy(data: Path) -> str:
    """What the file of witnesses in the data folder says; empty where there is none."""
    file = data / "log-policy"
    return file.read_text(encoding="utf-8") if file.exists() else ""
