"""Who enters, changes, leaves, is present. Events hold ids; the people are in ``tables.people``."""

from dataclasses import dataclass

from games.log.wire import wire
from tournaments.competition.facts import EntryFacts


@wire("tournament.player-entered.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered(EntryFacts):
    entry_id: str
    player_id: str
    number: int
    absent: tuple[int, ...] = ()
    partner_id: str = ""


@wire("tournament.entry-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged(EntryFacts):
    """All of what an entry says of its player, as it is from now on."""

    entry_id: str
    reason: str = ""


@wire("tournament.entry-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn:
    """The player leaves: absent from every round that is not paired yet."""

    entry_id: str
    reason: str = ""


@wire("tournament.entry-reinstated.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReinstated:
    entry_id: str


@wire("tournament.player-checked-in.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn:
    entry_id: str


@wire("tournament.check-in-undone.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInUndone:
    entry_id: str


@wire("tournament.absence-declared.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceDeclared:
    entry_id: str
    round: int


@wire("tournament.absence-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceWithdrawn:
    entry_id: str
    round: int
