"""Byes: requested by players, given and withdrawn by the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from games.inputs import ONCE_PUBLISHED, Input
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.domain.base import Command, Event, StoryContext, Subject, UndoContext, UndoPlan, entry_fact
from tournaments.domain.declarations import (
    NOT_PUBLIC,
    OF_PAIRING,
    OF_PLAYER,
    PAIRING,
    ROUND_AND_LATER,
    STATE_ONLY,
    event,
)
from tournaments.domain.guards import (
    entry_of,
    need_free,
    need_open,
    need_reason_after_publication,
    need_round,
)
from tournaments.state.changes import (
    keep_line_ups,
    mark_corrected_after,
    with_absences,
    with_entry,
    with_round,
)
from tournaments.state.tournament import Tournament


@event("tournament.bye-asked-for.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeRequested(Event):
    """A player's request for the bye of a round; ``competition.pairing.bye`` selects the player."""

    entry_id: str
    round: int

    def evolve(self, state: Tournament) -> Tournament:
        requests = state.entries[self.entry_id].byes_asked | {self.round}
        return with_entry(state, self.entry_id, byes_asked=requests)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(who)s asked for the bye of round %(round)s.",
            who=context.player_name(self.entry_id),
            round=self.round,
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return _undo_bye_request(self.entry_id, self.round, wanted=False)


@event("tournament.bye-not-asked-for.v1", rows=STATE_ONLY, news=NOT_PUBLIC, games=OF_PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeRequestWithdrawn(Event):
    """The withdrawal of a request for the bye of a round."""

    entry_id: str
    round: int

    def evolve(self, state: Tournament) -> Tournament:
        requests = state.entries[self.entry_id].byes_asked - {self.round}
        return with_entry(state, self.entry_id, byes_asked=requests)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(who)s no longer asks for the bye of round %(round)s.",
            who=context.player_name(self.entry_id),
            round=self.round,
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return _undo_bye_request(self.entry_id, self.round, wanted=True)


@event("tournament.bye-given.v1", rows=ROUND_AND_LATER, news=PAIRING, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven(Event):
    """The award of a bye to a player by hand."""

    round: int
    entry_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        state = keep_line_ups(state, self.round, self.entry_id)
        byes = state.round(self.round).byes | {self.entry_id}
        return mark_corrected_after(self.round, with_round(state, self.round, byes=byes))

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(who)s was given the bye of round %(round)s%(because)s",
            who=context.player_name(self.entry_id),
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        inverse = TakeBackBye(round=self.round, entry_id=self.entry_id, reason=context.reason)
        return UndoPlan(subject=_bye_subject(self.entry_id, self.round), commands=[inverse])


@event("tournament.bye-taken-back.v1", rows=ROUND_AND_LATER, news=PAIRING, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeTakenBack(Event):
    """The withdrawal of a bye, whose player then waits for a game."""

    round: int
    entry_id: str
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        byes = state.round(self.round).byes - {self.entry_id}
        return mark_corrected_after(
            self.round, with_absences(state, with_round(state, self.round, byes=byes))
        )

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The bye of %(who)s in round %(round)s was withdrawn%(because)s",
            who=context.player_name(self.entry_id),
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        inverse = GiveBye(round=self.round, entry_id=self.entry_id, reason=context.reason)
        return UndoPlan(subject=_bye_subject(self.entry_id, self.round), commands=[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBye(Command, right="bye.ask"):
    """Request the bye of a round for a player; or, not ``wanted``, withdraw the request."""

    entry_id: str
    round: int
    wanted: Annotated[bool, Input()] = True

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        round_ = need_round(state, self.round)
        if (self.round in entry.byes_asked) == self.wanted:
            return []
        if round_.pairs:
            refuse("round_already_paired", round=self.round)
        kind = ByeRequested if self.wanted else ByeRequestWithdrawn
        return [kind(entry_id=entry.id, round=self.round)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBye(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Give a bye by hand."""

    round: int
    entry_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        need_free(state, round_, self.entry_id)
        need_reason_after_publication(self.reason, round_)
        return [ByeGiven(round=self.round, entry_id=self.entry_id, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackBye(Command, right="round.pair", reason_needed=ONCE_PUBLISHED):
    """Take a bye back."""

    round: int
    entry_id: str
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        entry = entry_of(state, self.entry_id)
        round_ = need_round(state, self.round)
        if entry.id not in round_.byes:
            refuse("no_bye", entry=entry.id, round=self.round)
        need_open(round_)
        need_reason_after_publication(self.reason, round_)
        return [ByeTakenBack(round=self.round, entry_id=entry.id, reason=self.reason)]


def _undo_bye_request(entry_id: str, round_: int, *, wanted: bool) -> UndoPlan:
    inverse = RequestBye(entry_id=entry_id, round=round_, wanted=wanted)
    return UndoPlan(
        subject=entry_fact(entry_id, lambda entry: round_ in entry.byes_asked), commands=[inverse]
    )


def _bye_subject(entry_id: str, round_: int) -> Subject:
    def has_bye(state: Tournament) -> object:
        return entry_id in state.round(round_).byes

    return has_bye
