"""The dispatch, and what an edit is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch

from tournaments.events.declared import declared
from tournaments.state.tournament import Entry, Pair, Tournament

Subject = Callable[[Tournament], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """``subject`` reads from a state what the event changed; ``back``: the commands that set it back.

    An edit can be taken back while its subject is still as the event left it.
    """

    subject: Subject
    back: Sequence[object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """An event with the states before and after it, and the instant (ISO 8601) for commands that need one.

    ``new_id`` makes ids that follow from the command that takes it back; ``reason``: of that command.
    """

    before: Tournament
    after: Tournament
    reason: str
    new_id: Callable[[str], str]


@singledispatch
def edit_of(event: object, past: Past) -> Edit | None:
    """The edit that ``event`` was, None where it cannot be taken back. TypeError for any other class."""
    if declared(type(event)).undo is None:
        raise TypeError(f"nothing says how {type(event).__name__} is taken back")
    return None


def of_entry(entry_id: str, fact: Callable[[Entry], object]) -> Subject:
    """A fact of an entry, None where it was removed."""

    def read(state: Tournament) -> object:
        entry = state.entries.get(entry_id)
        return None if entry is None else fact(entry)

    return read


def pair_in(state: Tournament, game_id: str) -> Pair | None:
    found = state.pair_of(game_id)
    return found[1] if found else None
