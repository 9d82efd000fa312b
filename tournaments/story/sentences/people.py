"""Who came, changed, left."""

from collections.abc import Callable
from typing import Any

from games.marking import joined, marked
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
    facts = {"who": seen.who(event.entry_id), "rank": format_rank(event.rank)}
    if not event.absent:
        if event.final:
            return marked("%(who)s, %(rank)s, was entered.", **facts)
        return marked("%(who)s, %(rank)s, was entered, provisionally.", **facts)
    facts |= {"rounds": _numbers(event.absent)}
    if event.final:
        return marked("%(who)s, %(rank)s, was entered, absent from round %(rounds)s.", **facts)
    return marked("%(who)s, %(rank)s, was entered, provisionally, absent from round %(rounds)s.", **facts)


@describe.register
def describe_entry_changed(event: EntryChanged, seen: Seen) -> str:
    old, new = seen.before.entries.get(event.entry_id), seen.after.entries[event.entry_id]
    changes = joined(_changes(old, new), "; ") if old else ""
    return marked(
        "The entry of %(who)s was changed, %(changes)s%(because)s",
        who=seen.who(event.entry_id),
        changes=changes,
        because=because(event.reason),
    )


def _changes(old: Entry, new: Entry) -> list[str]:
    was, now = EntryFacts.facts_of(old), EntryFacts.facts_of(new)
    return [
        joined([HEADINGS.get(fact, fact), _fact(fact, was[fact]), "→", _fact(fact, now[fact])])
        for fact in was
        if was[fact] != now[fact]
    ]


def _fact(name: str, value: Any) -> str:
    return WORDS[name](value) if name in WORDS else str(value) if value else marked("nothing")


HEADINGS = {
    "final": marked("registration"),
    "rank": marked("rank"),
    "rating": marked("rating"),
    "country": marked("country"),
    "club": marked("club"),
    "group": marked("group"),
    "correction": marked("correction"),
}
WORDS: dict[str, Callable[[Any], str]] = {
    "rank": format_rank,
    "final": lambda final: marked("final") if final else marked("provisional"),
}


@describe.register
def describe_entry_removed(event: EntryRemoved, seen: Seen) -> str:
    return marked(
        "The entry of %(who)s was removed%(because)s",
        who=seen.who(event.entry_id),
        because=because(event.reason),
    )


@describe.register
def describe_entry_replaced(event: EntryReplaced, seen: Seen) -> str:
    old = seen.before.entries.get(event.entry_id)
    changes = joined(_changes(old, seen.after.entries[event.entry_id]), "; ") if old else ""
    facts = {
        "who": seen.who(event.entry_id),
        "old": seen.who_was(event.entry_id),
        "because": because(event.reason),
    }
    if changes:
        return marked("%(who)s takes the place of %(old)s, %(changes)s%(because)s", changes=changes, **facts)
    return marked("%(who)s takes the place of %(old)s%(because)s", **facts)


@describe.register
def describe_entry_withdrawn(event: EntryWithdrawn, seen: Seen) -> str:
    facts = {"who": seen.who(event.entry_id), "because": because(event.reason)}
    if event.voided:
        return marked(
            "%(who)s left the tournament, and none of their games counts for places%(because)s", **facts
        )
    return marked("%(who)s left the tournament%(because)s", **facts)


@describe.register
def describe_entry_reinstated(event: EntryReinstated, seen: Seen) -> str:
    return marked("%(who)s came back to the tournament.", who=seen.who(event.entry_id))


@describe.register
def describe_player_checked_in(event: PlayerCheckedIn, seen: Seen) -> str:
    return marked("%(who)s is here.", who=seen.who(event.entry_id))


@describe.register
def describe_check_in_undone(event: CheckInUndone, seen: Seen) -> str:
    return marked("%(who)s is not here after all.", who=seen.who(event.entry_id))


@describe.register
def describe_absence_declared(event: AbsenceDeclared, seen: Seen) -> str:
    return marked("%(who)s misses round %(round)s.", who=seen.who(event.entry_id), round=event.round)


@describe.register
def describe_absence_withdrawn(event: AbsenceWithdrawn, seen: Seen) -> str:
    return marked(
        "%(who)s plays in round %(round)s after all.", who=seen.who(event.entry_id), round=event.round
    )


def _numbers(rounds: tuple[int, ...]) -> str:
    return ", ".join(map(str, rounds))
