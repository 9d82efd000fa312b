"""Entering players, changing what an entry says, check-in, presence round by round."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.facts import EntryFacts
from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK
from tournaments.deciding.base import begun, decide, entry_of, fill, need_reason, need_round
from tournaments.deciding.scheduling import places_left, refuse_drawn
from tournaments.events.entries import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckInUndone,
    EntryChanged,
    EntryReinstated,
    EntryRemoved,
    EntryWithdrawn,
    PlayerCheckedIn,
    PlayerEntered,
)
from tournaments.events.rounds import ByeTakenBack
from tournaments.one_line import fits
from tournaments.state.tournament import Entry, Tournament

MOST_ENTRIES = 10_000
RATINGS = range(-2_950, 4_001)
LONGEST_GROUP = 20
GROUP = f"one line of at most {LONGEST_GROUP} characters"


class Side(Protocol):
    """Whoever plays together: one player, in pair go two, in rengo two or three."""

    @property
    def player_id(self) -> str: ...
    @property
    def partner_id(self) -> str: ...
    @property
    def third_id(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPlayer(EntryFacts):
    entry_id: str
    player_id: str
    absent: frozenset[int] = field(default_factory=frozenset)
    partner_id: str = ""
    third_id: str = ""


@dataclass(frozen=True, slots=True, init=False)
class ChangeEntry:
    """``ChangeEntry(entry_id=..., rank=3)``: facts of an entry by name. None leaves a fact as it is."""

    entry_id: str
    changes: dict[str, Any]
    reason: str

    def __init__(self, *, entry_id: str, reason: str = "", **changes: object) -> None:
        fill(self, entry_id=entry_id, changes=EntryFacts.changes(changes), reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry:
    """``void``: of a round robin; what they have played counts for nobody's place.

    Of teams that is said of a whole team: ``teams.SetTeamPresence``.
    """

    entry_id: str
    reason: str = ""
    void: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinstateEntry:
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveEntry:
    """Of somebody who was entered by mistake. Whoever has been paired withdraws instead."""

    entry_id: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    entry_id: str
    here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresence:
    entry_id: str
    round: int
    present: bool


ON_A_SIDE = {
    1: "none",
    2: "two different players, this is pair go",
    3: "three different players, this is rengo of three",
}


@decide.register
def decide_enter_player(command: EnterPlayer, state: Tournament) -> Sequence[object]:
    if command.entry_id in state.entries:
        refuse("already_entered", player=command.player_id)
    check_players(command, state)
    if len(state.entries) >= MOST_ENTRIES:
        refuse("too_many_entries", most=MOST_ENTRIES)
    check_facts(command)
    if not _comes_late(command, state):
        refuse_drawn(state, command.group)
    for number in command.absent:
        need_round(state, number)
    return [
        PlayerEntered(
            entry_id=command.entry_id,
            player_id=command.player_id,
            number=len(state.entries) + len(state.removed) + 1,
            absent=tuple(sorted(command.absent)),
            partner_id=command.partner_id,
            third_id=command.third_id,
            **EntryFacts.facts_of(command),
        )
    ]


@decide.register
def decide_change_entry(command: ChangeEntry, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    before = EntryFacts.facts_of(entry)
    event = EntryChanged(entry_id=entry.id, reason=command.reason, **before | command.changes)
    check_facts(event)
    if EntryFacts.facts_of(event) == before:
        return []
    if (event.final, event.group) != (entry.final, entry.group):
        refuse_drawn(state, entry.group)
        refuse_drawn(state, event.group)
    if begun(state):
        need_reason(command.reason, about="entry")
    if not event.final and has_been_paired(state, entry.id):
        refuse("entry_has_games", entry=entry.id)
    return [event]


@decide.register
def decide_withdraw_entry(command: WithdrawEntry, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    if command.void and state.settings.teams.boards:
        refuse("only_in_a_round_robin")
    return withdrawn(state, entry, command.reason, void=command.void)


def withdrawn(state: Tournament, entry: Entry, reason: str, *, void: bool) -> Sequence[object]:
    """What follows when somebody leaves, for whatever they are a member of."""
    if entry.withdrawn and void <= entry.voided:
        return []
    if void:
        need_round_robin(state)
        need_reason(reason, about="games that do not count")
    promised = [n for n, round_ in state.rounds.items() if entry.id in round_.byes and not round_.pairs]
    returned = [ByeTakenBack(round=number, entry_id=entry.id) for number in sorted(promised)]
    return [*returned, EntryWithdrawn(entry_id=entry.id, reason=reason, voided=void)]


def need_round_robin(state: Tournament) -> None:
    """Elsewhere others were paired on these results."""
    if state.settings.system != "round_robin":
        refuse("only_in_a_round_robin")


@decide.register
def decide_remove_entry(command: RemoveEntry, state: Tournament) -> Sequence[object]:
    if command.entry_id in state.removed:
        return []
    entry = entry_of(state, command.entry_id)
    if has_been_paired(state, entry.id):
        refuse("entry_has_games", entry=entry.id)
    _refuse_grouped(entry, state)
    refuse_drawn(state, entry.group)
    return [EntryRemoved(entry_id=entry.id, reason=command.reason)]


@decide.register
def decide_reinstate_entry(command: ReinstateEntry, state: Tournament) -> Sequence[object]:
    entry = state.removed.get(command.entry_id) or entry_of(state, command.entry_id)
    if entry.id in state.removed:
        refuse_drawn(state, entry.group)
        _refuse_entered(set(side_of(entry)) - {""}, state)
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


def _refuse_grouped(entry: Entry, state: Tournament) -> None:
    for team in state.teams.values():
        if entry.id in team.members:
            refuse("entry_in_group", entry=entry.id, group=team.id, name=team.name)
    for group in state.meetings.values():
        if entry.id in group.members:
            refuse("entry_in_group", entry=entry.id, group=group.id)


def has_been_paired(state: Tournament, entry_id: str) -> bool:
    """Whether somebody has a game or a bye in any round."""
    return any(entry_id in round_.busy for round_ in state.rounds.values())


def check_players(command: Side, state: Tournament, *, besides: str = "") -> None:
    """Nobody plays twice; in pair go two play together, in rengo two or three. ``besides``: an entry."""
    players = set(side_of(command)) - {""}
    if len(players) != state.settings.players_per_side:
        refuse("invalid_entry", field="partner", fault=ON_A_SIDE[state.settings.players_per_side])
    _refuse_entered(players, state, besides)


def _comes_late(command: EnterPlayer, state: Tournament) -> bool:
    """To a bracket that has a free place, and for round 1."""
    return command.final and 1 not in command.absent and places_left(state, command.group) > 0


def _refuse_entered(players: set[str], state: Tournament, besides: str = "") -> None:
    others = (entry for entry in state.entries.values() if entry.id != besides)
    entered = {who for entry in others for who in side_of(entry)} - {""}
    if twice := players & entered:
        refuse("already_entered", player=min(twice))


def side_of(entry: Side) -> tuple[str, str, str]:
    return entry.player_id, entry.partner_id, entry.third_id


def check_facts(entry: EntryFacts) -> None:
    _check_strength(entry.rank, entry.rating, entry.correction)
    _check_home(entry.country, entry.club)
    _check_group(entry.group)


def _check_strength(rank: int, rating: int, correction: int) -> None:
    if not LOWEST_RANK <= rank <= HIGHEST_RANK:
        refuse("invalid_entry", field="rank", fault=marked("30k to 9d"))
    if rating not in RATINGS:
        refuse(
            "invalid_entry",
            field="rating",
            fault=marked("%(start)s to %(stop)s", start=RATINGS.start, stop=RATINGS.stop - 1),
        )
    if not -50 <= correction <= 50:
        refuse("invalid_entry", field="correction", fault=marked("-50 to 50"))


def _check_group(group: str) -> None:
    if not is_group(group):
        refuse("invalid_entry", field="group", fault=GROUP)


def is_group(name: str) -> bool:
    return len(name) <= LONGEST_GROUP and fits(name) and name == name.strip()


def _check_home(country: str, club: str) -> None:
    if len(country) > 2:
        refuse("invalid_entry", field="country", fault=marked("two letters"))
    if len(club) > 12:
        refuse("invalid_entry", field="club", fault=marked("at most 12 characters"))
