"""Events that earlier versions took over from the log of another installation, whole, behind one event.

Such an event has the position of that event in ``joined``. Its digest covers the position in its first log,
which is counted from there; accounts in it are numbered as there, and ``LogJoined`` maps them. A log that was
taken over may contain others.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from games.log import statements
from games.log.canonical import parse
from games.log.wire import wire

STREAM = "log"
NAMING = ("account", "actor", "official", "referee")  # in the data of events: accounts, as the log names them
ACCOUNT = "user:"
_FOUND = "SELECT data, joined FROM games_event WHERE position = %s"


@wire("log.joined.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LogJoined:
    """The next ``events`` were another log, whose digest is ``digest``.

    ``accounts``: how it named an account -> how events here name it.
    """

    events: int
    digest: str
    accounts: dict[str, str] = field(default_factory=dict)


def name_here(name: str, joined: int) -> str:
    """The name here of an account that an event of another log names so."""
    accounts, outer = _names(joined)
    if name.startswith(ACCOUNT):
        name = accounts.get(name, f"gone:{name.removeprefix(ACCOUNT)}@{joined}")
    return name if outer is None else name_here(name, outer)


def data_here(data: dict[str, Any], joined: int) -> dict[str, Any]:
    """The data of such an event with the names of accounts here."""
    told = {key: name_here(data[key], joined) for key in NAMING if isinstance(data.get(key), str)}
    return {**data, **told}


def forget_names() -> None:
    """Before events come in: those that stood at their positions in another database are not these."""
    _names.cache_clear()


@lru_cache(maxsize=64)
def _names(joined: int) -> tuple[dict[str, str], int | None]:
    """Of an event that nobody can change, and is there before any that names it."""
    [(data, outer)] = statements.select(_FOUND, [joined])
    return parse(data)["accounts"], outer
