"""Who enters, changes, leaves, is present. Events hold ids; the people are in ``tables.people``."""

from dataclasses import dataclass

from tournaments.competition.facts import EntryFacts
from tournaments.events.declared import (
    ENTRIES,
    ENTRY,
    LATER_ROUNDS,
    OF_PLAYER,
    PRESENCE,
    event,
)


@event("tournament.player-entered.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered(EntryFacts):
    entry_id: str
    player_id: str
    number: int
    absent: tuple[int, ...] = ()
    partner_id: str = ""
    third_id: str = ""


@event("tournament.entry-changed.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged(EntryFacts):
    """All of what an entry says of its player, as it is from now on."""

    entry_id: str
    reason: str = ""


@event("tournament.entry-replaced.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReplaced(EntryFacts):
    """Somebody else has the entry from now on: nobody had played on it."""

    entry_id: str
    player_id: str
    partner_id: str = ""
    third_id: str = ""
    reason: str = ""


@event("tournament.entry-withdrawn.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn:
    """The player leaves: absent from every round that is not paired yet.

    ``voided``: of a round robin, those that they have played count for nobody's place either.
    """

    entry_id: str
    reason: str = ""
    voided: bool = False


@event("tournament.entry-reinstated.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReinstated:
    entry_id: str


@event(
    "tournament.entry-removed.v1",
    rows=ENTRIES,
    news=ENTRY,
    games=OF_PLAYER,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRemoved:
    """Entered by mistake, and never paired: in no list any more. Its number is not given again."""

    entry_id: str
    reason: str = ""


@event("tournament.player-checked-in.v1", rows=ENTRIES, news=PRESENCE, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn:
    entry_id: str


@event("tournament.check-in-undone.v1", rows=ENTRIES, news=PRESENCE, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInUndone:
    entry_id: str


@event("tournament.absence-declared.v1", rows=LATER_ROUNDS, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceDeclared:
    entry_id: str
    round: int


@event("tournament.absence-withdrawn.v1", rows=LATER_ROUNDS, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceWithdrawn:
    entry_id: str
    round: int
