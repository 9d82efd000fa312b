"""The log as its table has it, past all of the program's code that reads it."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.faults.history import Logged

QUERY = """
SELECT position, stream, version, command_id, ordinal, actor, kind, data FROM games_event
WHERE position > {after} ORDER BY position
"""
HEAD = "SELECT COALESCE(MAX(position), 0) FROM games_event"

LATE = "Late "  # and the id of the command that made them: what people are called is in no event
PEOPLE = f"SELECT family_name FROM tournaments_player WHERE family_name LIKE '{LATE}%'"


def as_events(names: Iterable[str]) -> list[Logged]:
    """People who were made, as if each were the first event of a stream."""
    ids = [name.removeprefix(LATE) for name in names]
    made = {"version": 1, "ordinal": 0, "actor": "", "kind": "person", "data": ""}
    return [Logged(position=-place, stream=f"person-{id_}", id=id_, **made) for place, id_ in enumerate(ids)]


def logged(rows: Iterable[Sequence[Any]]) -> list[Logged]:
    """Of rows of QUERY, from either database."""
    return [
        Logged(
            position=position,
            stream=stream,
            version=version,
            id=hyphened(str(id_)),
            ordinal=ordinal,
            actor=actor,
            kind=kind,
            data=data,
        )
        for position, stream, version, id_, ordinal, actor, kind, data in rows
    ]


def hyphened(id_: str) -> str:
    """SQLite keeps 32 digits."""
    digits = id_.replace("-", "")
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
