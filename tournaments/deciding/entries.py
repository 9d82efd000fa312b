"""Entering players, changing what an entry says, check-in, presence round by round."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from games.refusals import refuse
from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK
from tournaments.deciding.base import begun, decide, entry_of, need_reason, need_round
from tournaments.deciding.scheduling import refuse_drawn
from tournaments.events import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    ByeTakenBack,
    CheckInUndone,
    EntryChanged,
    EntryReinstated,
    EntryWithdrawn,
    PlayerCheckedIn,
    PlayerEntered,
)
from tournaments.one_line import fits
from tournaments.state.tournament import Entry, Tournament

T = TypeVar("T")
MOST_ENTRIES = 10_000
RATINGS = range(-2_950, 4_001)
LONGEST_GROUP = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer:
    entry_id: str
    player_id: str
    rank: int
    rating: int
    country: str = ""
    club: str = ""
    correction: int = 0
    absent: frozenset[int] = field(default_factory=frozenset)
    final: bool = True
    group: str = ""
    partner_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntry:
    """``None`` leaves a field as it is."""

    entry_id: str
    rank: int | None = None
    rating: int | None = None
    country: str | None = None
    club: str | None = None
    correction: int | None = None
    final: bool | None = None
    group: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry:
    entry_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinstateEntry:
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    entry_id: str
    here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresence:
    entry_id: str
    round: int
    present: bool


@decide.register
def decide_enter_player(command: EnterPlayer, state: Tournament) -> Sequence[object]:
    if command.entry_id in state.entries:
        refuse("already_entered", player=command.player_id)
    _check_players(command, state)
    if len(state.entries) >= MOST_ENTRIES:
        refuse("too_many_entries", most=MOST_ENTRIES)
    _check_strength(command.rank, command.rating, command.correction)
    _check_home(command.country, command.club)
    _check_group(command.group)
    refuse_drawn(state, command.group)
    for number in command.absent:
        need_round(state, number)
    return [
        PlayerEntered(
            entry_id=command.entry_id,
            player_id=command.player_id,
            number=len(state.entries) + 1,
            rank=command.rank,
            rating=command.rating,
            country=command.country,
            club=command.club,
            correction=command.correction,
            absent=tuple(sorted(command.absent)),
            final=command.final,
            group=command.group,
            partner_id=command.partner_id,
        )
    ]


@decide.register
def decide_change_entry(command: ChangeEntry, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    event = EntryChanged(
        entry_id=entry.id,
        rank=_or(command.rank, entry.rank),
        rating=_or(command.rating, entry.rating),
        country=_or(command.country, entry.country),
        club=_or(command.club, entry.club),
        correction=_or(command.correction, entry.correction),
        final=_or(command.final, entry.final),
        group=_or(command.group, entry.group),
        reason=command.reason,
    )
    _check_strength(event.rank, event.rating, event.correction)
    _check_home(event.country, event.club)
    _check_group(event.group)
    if _says(event) == _says(entry):
        return []
    if (event.final, event.group) != (entry.final, entry.group):
        refuse_drawn(state, entry.group)
        refuse_drawn(state, event.group)
    if begun(state):
        need_reason(command.reason, about="entry")
    if not event.final and _has_played(state, entry):
        refuse("entry_has_games", entry=entry.id)
    return [event]


@decide.register
def decide_withdraw_entry(command: WithdrawEntry, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    if entry.withdrawn:
        return []
    promised = [n for n, round_ in state.rounds.items() if entry.id in round_.byes and not round_.pairs]
    returned = [ByeTakenBack(round=number, entry_id=entry.id) for number in sorted(promised)]
    return [*returned, EntryWithdrawn(entry_id=entry.id, reason=command.reason)]


@decide.register
def decide_reinstate_entry(command: ReinstateEntry, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    return [EntryReinstated(entry_id=entry.id)] if entry.withdrawn else []


@decide.register
def decide_check_in(command: CheckIn, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    if entry.checked_in == command.here:
        return []
    return [PlayerCheckedIn(entry_id=entry.id) if command.here else CheckInUndone(entry_id=entry.id)]


@decide.register
def decide_set_presence(command: SetPresence, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    round_ = need_round(state, command.round)
    if (command.round not in entry.absent) == command.present:
        return []
    if not command.present and entry.id in round_.busy:
        refuse("already_paired", entry=entry.id, round=command.round)
    kind = AbsenceWithdrawn if command.present else AbsenceDeclared
    return [kind(entry_id=entry.id, round=command.round)]


def _or(new: T | None, old: T) -> T:
    return old if new is None else new


def _says(of: Entry | EntryChanged) -> tuple[object, ...]:
    return (of.rank, of.rating, of.country, of.club, of.correction, of.final, of.group)


def _has_played(state: Tournament, entry: Entry) -> bool:
    return any(entry.id in round_.busy for round_ in state.rounds.values())


def _check_players(command: EnterPlayer, state: Tournament) -> None:
    """Nobody plays twice, and in pair go two play together."""
    players = {command.player_id, command.partner_id} - {""}
    if len(players) != state.settings.players_per_side:
        fault = "two different players, this is pair go" if state.settings.players_per_side == 2 else "none"
        refuse("invalid_entry", field="partner", fault=fault)
    entered = {who for entry in state.entries.values() for who in (entry.player_id, entry.partner_id)}
    if twice := players & entered:
        refuse("already_entered", player=min(twice))


def _check_strength(rank: int, rating: int, correction: int) -> None:
    if not LOWEST_RANK <= rank <= HIGHEST_RANK:
        refuse("invalid_entry", field="rank", fault="30k to 9d")
    if rating not in RATINGS:
        refuse("invalid_entry", field="rating", fault=f"{RATINGS.start} to {RATINGS.stop - 1}")
    if not -50 <= correction <= 50:
        refuse("invalid_entry", field="correction", fault="-50 to 50")


def _check_group(group: str) -> None:
    if len(group) > LONGEST_GROUP or not fits(group) or group != group.strip():
        refuse("invalid_entry", field="group", fault=f"one line of at most {LONGEST_GROUP} characters")


def _check_home(country: str, club: str) -> None:
    if len(country) > 2:
        refuse("invalid_entry", field="country", fault="two letters")
    if len(club) > 12:
        refuse("invalid_entry", field="club", fault="at most 12 characters")
