"""Another house's log, whole, behind one event of ours: its bytes and digests stay as they are.

An event that came this way has the position of that event in ``joined``. It was written, there, at the
position counted from it, and that is what its digest covers; the number of an account in it is that of
another house, and is read as ``LogJoined`` says. A log that came may have had others come to it.
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
    """How this house names whom an event that came with another log names so."""
    accounts, outer = _names(joined)
    if name.startswith(ACCOUNT):
        name = accounts.get(name, f"gone:{name.removeprefix(ACCOUNT)}@{joined}")
    return name if outer is None else name_here(name, outer)


def data_here(data: dict[str, Any], joined: int) -> dict[str, Any]:
    """The data of such an event with the names of this house."""
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
