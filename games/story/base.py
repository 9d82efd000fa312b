"""Lines of a story, and the function that describes an event. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch
from typing import Any, Protocol

from games.log.commitments import ERASED
from games.log.wire import Unknown
from games.marking import counted, marked


class RecordedEvent(Protocol):
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
    """A line of a story. ``last``: its last event; ``actors``: the distinct actors of its events."""

    last: RecordedEvent
    text: str
    actors: tuple[str, ...]


def line_of(happened: RecordedEvent, text: str) -> Line:
    """Return the line of a single event."""
    return Line(last=happened, text=text, actors=(happened.actor,))


@singledispatch
def describe(event: object, claim: int) -> str:
    """Return the sentence for an event.

    ``claim``: the number of the claim that it belongs to, 0 for an event of the game. Raises TypeError for an
    event of neither.
    """
    raise TypeError(f"no sentence for {type(event).__name__}")


@describe.register
def describe_unknown(event: Unknown, claim: int) -> str:
    return marked("Unknown event: %(kind)s.", kind=event.kind)


def side(color: str | None) -> str:
    return {"b": marked("Black"), "w": marked("White")}.get(color or "", marked("An official"))


def because(reason: str) -> str:
    """Return the end of a sentence, with a reason if there is one."""
    reason = text_or_erased(reason).rstrip(".")
    return marked(": %(reason)s.", reason=reason) if reason else marked(".")


def text_or_erased(words: str) -> str:
    """Return a typed text, stripped; or a translatable note that it was erased."""
    return marked("(erased)") if words == ERASED else words.strip()


def points(named: Sequence[str]) -> str:
    return " ".join(named) or marked("nothing")


COUNT_TEXTS: Mapping[str, Callable[[float], str]] = {
    "stone": lambda number: counted("%(number)s stone", "%(number)s stones", number),
    "handicap stone": lambda number: counted(
        "%(number)s handicap stone", "%(number)s handicap stones", number
    ),
    "pass token": lambda number: counted("%(number)s pass token", "%(number)s pass tokens", number),
    "point": lambda number: counted("%(number)s point", "%(number)s points", number),
    "action": lambda number: counted("%(number)s action", "%(number)s actions", number),
    "game": lambda number: counted("%(number)s game", "%(number)s games", number),
}


def count(number: float, what: str) -> str:
    """Return a number with its noun: ``2, "stone"`` is "2 stones"."""
    return COUNT_TEXTS[what](number)
