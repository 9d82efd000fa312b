"""Calls, events and findings; a history is a file of JSON lines, one call each."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, TextIO


class Outcome(StrEnum):
    """``UNKNOWN``: the connection was cut, or the server apologised: done or not."""

    ACKNOWLEDGED = "acknowledged"
    REFUSED = "refused"
    UNKNOWN = "unknown"


class Anomaly(StrEnum):
    """What can be wrong, in the order of a report."""

    LOST = "lost"  # acknowledged, and not in the log
    DOUBLED = "doubled"  # one operation took effect twice
    PHANTOM = "phantom"  # in the log, and nobody asked for it or it was refused
    STALE = "stale read"  # shows less than was acknowledged before it began
    CHANGED = "changed answer"  # a repeat was told something else than the first
    ORDER = "order"  # what ended before another began stands after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request. ``begin`` and ``end``: seconds, or steps, of one clock for all clients.

    ``id``: the command id of a write, "" of a read. ``register``: what it writes or reads, as
    ``stream/name``; ``value``: what was written or shown. ``version``: of the stream that a read shows, if it
    says so. ``answer``: what was answered, word for word or as a digest. ``idle``: it may have had nothing
    to change.
    """

    begin: float
    end: float
    outcome: Outcome
    what: str
    id: str = ""
    register: str = ""
    value: Any = None
    version: int | None = None
    answer: str = ""
    idle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """One event of the log; ``data`` as text."""

    position: int
    stream: str
    version: int
    id: str
    ordinal: int
    actor: str
    kind: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    anomaly: Anomaly
    id: str
    told: str

    def __str__(self) -> str:
        return f"{self.anomaly}: {self.id} {self.told}"


def write_line(file: TextIO, value: Any) -> None:
    """A call, an event, or another dataclass."""
    file.write(json.dumps(asdict(value)) + "\n")


def read_history(lines: Iterable[str]) -> list[Call]:
    """Raises ValueError, KeyError or TypeError for a line that is none; an unfinished one is left out."""
    return [_call(json.loads(line)) for line in lines if line.endswith("\n")]


def read_log(lines: Iterable[str]) -> list[Logged]:
    """The same of events."""
    return [Logged(**json.loads(line)) for line in lines if line.endswith("\n")]


def _call(told: dict[str, Any]) -> Call:
    return Call(**{**told, "outcome": Outcome(told["outcome"])})
