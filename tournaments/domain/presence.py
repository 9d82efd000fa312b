"""Presence of players: checked in, absent from rounds, withdrawn and reinstated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from games.inputs import OPTIONAL, Input, Reason
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.domain.base import Command, Event, StoryContext, Subject, UndoContext, UndoPlan, entry_fact
from tournaments.domain.batches import decide_in_order
from tournaments.domain.byes import ByeTakenBack
from tournaments.domain.declarations import ENTRIES, ENTRY, LATER_ROUNDS, OF_PLAYER, PRESENCE, event
from tournaments.domain.guards import (
    entry_of,
    is_later_round_paired,
    need_boards,
    need_reason,
    need_round,
    need_round_robin,
    refuse_entered_players,
    side_of,
)
from tournaments.domain.inputs import ROUNDS, RoundNumber
from tournaments.domain.schedule import refuse_drawn_player_field
from tournaments.state.changes import mark_corrected_after, replace_fields, with_absences, with_entry
from tournaments.state.layered import with_item
from tournaments.state.tournament import Entry, Tournament

VOIDED = "for games that do not count"
PAST = "for a round before one that is paired"
LATER_REASON = field(default="", metadata={"omitted_by_default": True})
"""The reason of an event whose earlier versions had none."""


class Participation(StrEnum):
    """Whether a player, or a team, still takes part; void: withdrawn, and their games do not count."""

    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    VOID = "void"


@event("tournament.entry-withdrawn.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn(Event):
    """The withdrawal of a player, who is absent from every round that is not paired yet.

    ``voided``: in a round robin, their played games do not count for places either.
    """

    entry_id: str
    reason: str = ""
    voided: bool = False

    def evolve(self, state: Tournament) -> Tournament:
        return with_absences(state, with_entry(state, self.entry_id, withdrawn=True, voided=self.voided))

    def sentence(self, context: StoryContext) -> str:
        facts = {"who": context.player_name(self.entry_id), "because": because(self.reason)}
        if self.voided:
            return marked(
                "%(who)s left the tournament, and none of their games counts for places%(because)s", **facts
            )
        return marked("%(who)s left the tournament%(because)s", **facts)

    def undo(self, context: UndoContext) -> UndoPlan:
        inverse: list[Command] = [ReinstateEntry(entry_id=self.entry_id)]
        if context.before.entries[self.entry_id].withdrawn:  # the event only voided the games
            inverse.append(WithdrawEntry(entry_id=self.entry_id, reason=context.reason))
        return UndoPlan(subject=_withdrawal_subject(self.entry_id), commands=inverse)


@event("tournament.entry-reinstated.v1", rows=ENTRIES, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReinstated(Event):
    """The return of a withdrawn or removed entry to the tournament."""

    entry_id: str

    def evolve(self, state: Tournament) -> Tournament:
        if entry := state.removed.get(self.entry_id):
            entries = with_item(state.entries, entry.id, entry)
            removed = {id_: one for id_, one in state.removed.items() if id_ != entry.id}
            state = replace_fields(state, entries=entries, removed=removed)
        return with_absences(state, with_entry(state, self.entry_id, withdrawn=False, voided=False))

    def sentence(self, context: StoryContext) -> str:
        return marked("%(who)s came back to the tournament.", who=context.player_name(self.entry_id))

    def undo(self, context: UndoContext) -> UndoPlan:
        entry = context.before.entries.get(self.entry_id)  # None if the entry had been removed
        void = entry is not None and entry.voided
        inverse: Command = WithdrawEntry(entry_id=self.entry_id, reason=context.reason, void=void)
        if void and context.before.settings.teams.boards:
            inverse = VoidMember(entry_id=self.entry_id, reason=context.reason)
        return UndoPlan(subject=_withdrawal_subject(self.entry_id), commands=[inverse])


@event("tournament.player-checked-in.v1", rows=ENTRIES, news=PRESENCE, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn(Event):
    """The check-in of a player."""

    entry_id: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_entry(state, self.entry_id, checked_in=True)

    def sentence(self, context: StoryContext) -> str:
        return marked("%(who)s was checked in.", who=context.player_name(self.entry_id))

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(
            subject=_check_in_subject(self.entry_id), commands=[CheckIn(entry_id=self.entry_id, here=False)]
        )


@event("tournament.check-in-undone.v1", rows=ENTRIES, news=PRESENCE, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInUndone(Event):
    """The undoing of a check-in."""

    entry_id: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_entry(state, self.entry_id, checked_in=False)

    def sentence(self, context: StoryContext) -> str:
        return marked("The check-in of %(who)s was undone.", who=context.player_name(self.entry_id))

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(subject=_check_in_subject(self.entry_id), commands=[CheckIn(entry_id=self.entry_id)])


@event("tournament.absence-declared.v1", rows=LATER_ROUNDS, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceDeclared(Event):
    """The declaration that a player misses a round."""

    entry_id: str
    round: int
    reason: str = LATER_REASON

    def evolve(self, state: Tournament) -> Tournament:
        absent = state.entries[self.entry_id].absent | {self.round}
        return mark_corrected_after(self.round, with_entry(state, self.entry_id, absent=absent))

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(who)s misses round %(round)s%(because)s",
            who=context.player_name(self.entry_id),
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return _undo_presence(self.entry_id, self.round, context.reason, present=True)


@event("tournament.absence-withdrawn.v1", rows=LATER_ROUNDS, news=ENTRY, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceWithdrawn(Event):
    """The withdrawal of a declared absence from a round."""

    entry_id: str
    round: int
    reason: str = LATER_REASON

    def evolve(self, state: Tournament) -> Tournament:
        entry = state.entries[self.entry_id]
        state = with_entry(
            state, entry.id, absent=entry.absent - {self.round}, away=entry.away - {self.round}
        )
        return mark_corrected_after(self.round, state)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(who)s plays in round %(round)s after all%(because)s",
            who=context.player_name(self.entry_id),
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return _undo_presence(self.entry_id, self.round, context.reason, present=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry(Command, right="entry.change", reason_needed=OPTIONAL):
    """Withdraw a player from all rounds to come.

    ``void``: in a round robin, their played games do not count for places.

    In a team tournament whole teams are voided: ``teams.SetTeamPresence``.
    """

    entry_id: str
    reason: Reason = ""
    void: Annotated[bool, Input()] = False

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        if self.void and state.settings.teams.boards:
            refuse("only_in_a_round_robin")
        return withdraw(state, entry, self.reason, void=self.void)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReinstateEntry(Command, right="entry.change"):
    """Undo the withdrawal of a player."""

    entry_id: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = state.removed.get(self.entry_id) or entry_of(state, self.entry_id)
        if entry.id in state.removed:
            refuse_drawn_player_field(state, entry.group)
            refuse_entered_players(set(side_of(entry)) - {""}, state)
        return [EntryReinstated(entry_id=entry.id)] if entry.withdrawn else []


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn(Command, right="entry.check_in"):
    """Check a player in; or, if not ``here``, undo the check-in."""

    entry_id: str
    here: Annotated[bool, Input()] = True

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        if entry.checked_in == self.here:
            return []
        return [PlayerCheckedIn(entry_id=entry.id) if self.here else CheckInUndone(entry_id=entry.id)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresence(Command, right="entry.check_in", reason_needed=PAST):
    """Declare that a player misses a round, or plays after all.

    An absence may count points: later rounds that are paired rely on it.
    """

    entry_id: str
    round: int
    present: Annotated[bool, Input()]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        round_ = need_round(state, self.round)
        if (self.round not in entry.absent) == self.present:
            return []
        if not self.present and entry.id in round_.busy:
            refuse("already_paired", entry=entry.id, round=self.round)
        if is_later_round_paired(state, self.round):
            need_reason(self.reason, about="an earlier round")
        kind = AbsenceWithdrawn if self.present else AbsenceDeclared
        return [kind(entry_id=entry.id, round=self.round, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidMember(Command):
    """Withdraw a member of a team whose matches do not count for places."""

    entry_id: str
    reason: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        need_boards(state)
        return withdraw(state, entry_of(state, self.entry_id), self.reason, void=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPresence:
    """Whether a player is present in a round."""

    round: RoundNumber
    present: Annotated[bool, Input()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePresence(Command, right="entry.check_in", reason_needed=f"{VOIDED}, or {PAST}"):
    """Check a player in or out, set the rounds they miss, withdraw or reinstate them.

    Members that are left out stay as they are.
    """

    entry_id: Annotated[str, Input(name="entry", is_id=True, in_lines=True)]
    checked_in: Annotated[bool | None, Input(help="Whether the player is in the hall.")] = None
    rounds: Annotated[tuple[RoundPresence, ...], ROUNDS] = ()
    state: Annotated[Participation | None, Input(help="Needs the right to change entries.")] = None
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        if self.checked_in is None and self.state is None and not self.rounds:
            refuse("invalid", field="", fault=marked("give checked_in, rounds or state"))
        if len({one.round for one in self.rounds}) < len(self.rounds):
            refuse("invalid", field="rounds", fault=marked("each round once"))
        return decide_in_order(self._parts(state), state)

    def _parts(self, state: Tournament) -> Iterator[Command]:
        if self.state is not None:
            entry = state.removed.get(self.entry_id) or entry_of(state, self.entry_id)
            yield from participation_commands(entry, self.state, self.reason)
        if self.checked_in is not None:
            yield CheckIn(entry_id=self.entry_id, here=self.checked_in)
        for one in self.rounds:
            yield SetPresence(
                entry_id=self.entry_id, round=one.round, present=one.present, reason=self.reason
            )


def participation_commands(
    entry: Entry, wanted: Participation, reason: str, *, in_team: bool = False
) -> Iterator[Command]:
    """Return the commands after which an entry takes part as wanted."""
    if wanted is Participation.PLAYING or (wanted is Participation.WITHDRAWN and entry.voided):
        yield ReinstateEntry(entry_id=entry.id)
    if wanted is Participation.VOID and in_team:
        yield VoidMember(entry_id=entry.id, reason=reason)
    elif wanted is not Participation.PLAYING:
        yield WithdrawEntry(entry_id=entry.id, reason=reason, void=wanted is Participation.VOID)


def withdraw(state: Tournament, entry: Entry, reason: str, *, void: bool) -> Sequence[Event]:
    """Return the events of a withdrawal; byes of unpaired rounds are withdrawn."""
    if entry.withdrawn and void <= entry.voided:
        return []
    if void:
        need_round_robin(state)
        need_reason(reason, about="games that do not count")
    promised = [n for n, round_ in state.rounds.items() if entry.id in round_.byes and not round_.pairs]
    returned = [ByeTakenBack(round=number, entry_id=entry.id) for number in sorted(promised)]
    return [*returned, EntryWithdrawn(entry_id=entry.id, reason=reason, voided=void)]


def _undo_presence(entry_id: str, round_: int, reason: str, *, present: bool) -> UndoPlan:
    inverse = SetPresence(entry_id=entry_id, round=round_, present=present, reason=reason)
    return UndoPlan(subject=entry_fact(entry_id, lambda entry: round_ in entry.absent), commands=[inverse])


def _withdrawal_subject(entry_id: str) -> Subject:
    return entry_fact(entry_id, lambda entry: (entry.withdrawn, entry.voided))


def _check_in_subject(entry_id: str) -> Subject:
    return entry_fact(entry_id, lambda entry: entry.checked_in)
