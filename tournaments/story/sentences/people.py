"""Who came, changed, left."""

from collections.abc import Callable
from typing import Any

from games.story.base import because
from tournaments.competition.facts import EntryFacts
from tournaments.competition.ranks import format_rank
from tournaments.events.entries import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckInUndone,
    EntryChanged,
    EntryReinstated,
    EntryRemoved,
    EntryReplaced,
    EntryWithdrawn,
    PlayerCheckedIn,
    PlayerEntered,
)
from tournaments.state.tournament import Entry
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_player_entered(event: PlayerEntered, seen: Seen) -> str:
    missing = f", absent from round {_numbers(event.absent)}" if event.absent else ""
    hoped = "" if event.final else ", provisionally"
    return f"{seen.who(event.entry_id)}, {format_rank(event.rank)}, was entered{hoped}{missing}."


@describe.register
def describe_entry_changed(event: EntryChanged, seen: Seen) -> str:
    old, new = seen.before.entries.get(event.entry_id), seen.after.entries[event.entry_id]
    changes = "; ".join(_changes(old, new)) if old else ""
    return f"The entry of {seen.who(event.entry_id)} was changed, {changes}{because(event.reason)}"


def _changes(old: Entry, new: Entry) -> list[str]:
    was, now = EntryFacts.facts_of(old), EntryFacts.facts_of(new)
    return [
        f"{HEADINGS.get(fact, fact)} {_fact(fact, was[fact])} → {_fact(fact, now[fact])}"
        for fact in was
        if was[fact] != now[fact]
    ]


def _fact(name: str, value: Any) -> str:
    return WORDS[name](value) if name in WORDS else str(value or "nothing")


HEADINGS = {"final": "registration"}
WORDS: dict[str, Callable[[Any], str]] = {
    "rank": format_rank,
    "final": lambda final: "final" if final else "provisional",
}


@describe.register
def describe_entry_removed(event: EntryRemoved, seen: Seen) -> str:
    return f"The entry of {seen.who(event.entry_id)} was removed{because(event.reason)}"


@describe.register
def describe_entry_replaced(event: EntryReplaced, seen: Seen) -> str:
    old = seen.before.entries.get(event.entry_id)
    changes = "; ".join(_changes(old, seen.after.entries[event.entry_id])) if old else ""
    now = f"{seen.who(event.entry_id)} takes the place of {seen.who_was(event.entry_id)}"
    return f"{now}{f', {changes}' if changes else ''}{because(event.reason)}"


@describe.register
def describe_entry_withdrawn(event: EntryWithdrawn, seen: Seen) -> str:
    voided = ", and none of their games counts for places" if event.voided else ""
    return f"{seen.who(event.entry_id)} left the tournament{voided}{because(event.reason)}"


@describe.register
def describe_entry_reinstated(event: EntryReinstated, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} came back to the tournament."


@describe.register
def describe_player_checked_in(event: PlayerCheckedIn, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} is here."


@describe.register
def describe_check_in_undone(event: CheckInUndone, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} is not here after all."


@describe.register
def describe_absence_declared(event: AbsenceDeclared, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} misses round {event.round}."


@describe.register
def describe_absence_withdrawn(event: AbsenceWithdrawn, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} plays in round {event.round} after all."


def _numbers(rounds: tuple[int, ...]) -> str:
    return ", ".join(map(str, rounds))
