"""Events that earlier versions imported from the log of another installation.

They follow a ``LogJoined`` event, whose position is their ``joined``. The digest of such an event covers its
position in the original log, counted from there; its accounts are numbered as in that log, and ``LogJoined``
maps them. An imported log may contain others.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from games.log import statements
from games.log.canonical import parse
from games.log.wire import wire

STREAM = "log"
ACCOUNT_MEMBERS = (
    "account",
    "actor",
    "official",
    "referee",
)  # members of events that name an account
ACCOUNT_PREFIX = "user:"
_SELECT = "SELECT data, joined FROM games_event WHERE position = %s"


@wire("log.joined.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LogJoined:
    """The next ``events`` events were another log, whose digest is ``digest``.

    ``accounts``: names of accounts in that log -> their names in this one.
    """

    events: int
    digest: str
    accounts: dict[str, str] = field(default_factory=dict)


def local_name(name: str, joined: int) -> str:
    """Return the name in this log of an account that an event of an imported log names."""
    accounts, outer = _names(joined)
    if name.startswith(ACCOUNT_PREFIX):
        name = accounts.get(name, f"gone:{name.removeprefix(ACCOUNT_PREFIX)}@{joined}")
    return name if outer is None else local_name(name, outer)


def local_data(data: dict[str, Any], joined: int) -> dict[str, Any]:
    """Return the data of an imported event with the names that accounts have in this log."""
    accounts = {
        key: local_name(data[key], joined) for key in ACCOUNT_MEMBERS if isinstance(data.get(key), str)
    }
    return {**data, **accounts}


def clear_name_cache() -> None:
    """Clear the cache before an import: other events may have been at these positions."""
    _names.cache_clear()


@lru_cache(maxsize=64)
def _names(joined: int) -> tuple[dict[str, str], int | None]:
    """Return the account map of a ``LogJoined`` event, and its own ``joined``. It never changes."""
    [(data, outer)] = statements.select(_SELECT, [joined])
    return parse(data)["accounts"], outer
