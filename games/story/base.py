"""A line of a story, and the sentence for an event. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch
from typing import Any, Protocol

from games.log.wire import Unknown


class Happened(Protocol):
    """An event of the log."""

    @property
    def position(self) -> int: ...
    @property
    def stream(self) -> str: ...
    @property
    def recorded_at(self) -> datetime: ...
    @property
    def actor(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def event(self) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``last``: its event, of several the last one; ``actors``: whoever did them, each once."""

    last: Happened
    text: str
    actors: tuple[str, ...]


def line(happened: Happened, text: str) -> Line:
    """The line of one event."""
    return Line(last=happened, text=text, actors=(happened.actor,))


@singledispatch
def describe(event: object, claim: int) -> str:
    """The sentence for an event. ``claim``: the number of the claim it is of, 0 for an event of the game.

    Raises TypeError for an event of neither.
    """
    raise TypeError(f"no sentence for {type(event).__name__}")


@describe.register
def describe_unknown(event: Unknown, claim: int) -> str:
    return f"Something that this program does not know: {event.kind}."


def side(color: str | None) -> str:
    return {"b": "Black", "w": "White"}.get(color or "", "An official")


def because(reason: str) -> str:
    """The end of a sentence: for a reason, if there is one."""
    reason = reason.strip().rstrip(".")
    return f": {reason}." if reason else "."


def points(named: Sequence[str]) -> str:
    return " ".join(named) or "nothing"


def count(number: float, what: str) -> str:
    """``2, "stone"``: "2 stones"."""
    return f"{number:g} {what}" if number == 1 else f"{number:g} {what}s"
