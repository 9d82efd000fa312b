"""Stages of a round: publishing, hiding, closing once all results are known, and reopening."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated

from games.inputs import ALWAYS, Input, Now, Reason
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.history import Winner
from tournaments.domain.base import Command, Event, GameSeats, StoryContext, UndoContext, UndoPlan
from tournaments.domain.batches import decide_in_order
from tournaments.domain.declarations import CLOSING, ROUND, SHOWING, NotApplicable, event
from tournaments.domain.guards import UNFINISHED, need_open, need_reason, need_round
from tournaments.state.changes import with_round
from tournaments.state.tournament import Pair, Round, Tournament


@event(
    "tournament.round-published.v1",
    rows=ROUND,
    news=SHOWING,
    undo=NotApplicable("its pairings have been read; the round can be unpublished, for a reason"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished(Event):
    """The publication of the pairings of a round."""

    round: int

    def evolve(self, state: Tournament) -> Tournament:
        shown = with_round(state, self.round, published=True, held=frozenset())
        return replace(shown, ever_shown=True)

    def sentence(self, context: StoryContext) -> str:
        return marked("Round %(round)s was published.", round=self.round)

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("Round %(round)s was published.", round=self.round)


@event("tournament.round-unpublished.v1", rows=ROUND, news=SHOWING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnpublished(Event):
    """The hiding of a round's pairings for editing: only officers see them until they are published again."""

    round: int
    reason: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_round(state, self.round, published=False, held=frozenset())

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "Round %(round)s is edited again and not shown%(because)s",
            round=self.round,
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The pairings of round %(round)s were withdrawn to be edited%(because)s",
            round=self.round,
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        return UndoPlan(
            subject=lambda state: state.round(self.round).published, commands=[PublishRound(round=self.round)]
        )


@event("tournament.round-closed.v1", rows=ROUND, news=CLOSING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(Event):
    """The closing of a round with all its results. ``claims_until``: ISO 8601 UTC."""

    round: int
    claims_until: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_round(state, self.round, closed=True, claims_until=self.claims_until)

    def sentence(self, context: StoryContext) -> str:
        until = self.claims_until[:16].replace("T", " ")
        return marked(
            "Round %(round)s was closed; players may claim until %(until)s UTC.",
            round=self.round,
            until=until,
        )

    def game_sentence(self, seats: GameSeats) -> str:
        until = self.claims_until[:16].replace("T", " ")
        return marked(
            "Round %(round)s was closed; players may claim until %(until)s UTC.",
            round=self.round,
            until=until,
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        inverse = ReopenRound(round=self.round, reason=context.reason)
        return UndoPlan(subject=lambda state: state.round(self.round).closed, commands=[inverse])


@event(
    "tournament.round-reopened.v1",
    rows=ROUND,
    news=CLOSING,
    undo=NotApplicable("the round is closed again, with another deadline for claims"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened(Event):
    """The reopening of a closed round; its deadline for claims lapses."""

    round: int
    reason: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_round(state, self.round, closed=False, claims_until="")

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "Round %(round)s was opened again%(because)s", round=self.round, because=because(self.reason)
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "Round %(round)s was opened again%(because)s", round=self.round, because=because(self.reason)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound(Command, right="round.pair"):
    """Publish the pairings of a round, with the cost of edits by hand."""

    round: int

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if not round_.pairs:
            refuse("round_not_paired", round=self.round)
        return [] if round_.published and not round_.held else [RoundPublished(round=self.round)]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpublishRound(Command, right="round.pair", reason_needed=ALWAYS):
    """Hide the pairings of a round to edit them, while it has no results. Refuses a round with results."""

    round: int
    reason: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if not round_.published:
            refuse("round_not_published", round=self.round)
        need_open(round_)
        if games := sum(
            bool(p.reports) or p.result.winner is not Winner.NOBODY_YET for p in round_.pairs.values()
        ):
            refuse("round_has_results", round=self.round, games=games)
        need_reason(self.reason, about="a published round")
        return [RoundUnpublished(round=self.round, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound(Command, right="round.close"):
    """Close a round: the time for claims begins.

    ``at``: the instant (aware) from which the time for claims runs.
    """

    round: int
    at: Now

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_ = need_round(state, self.round)
        if not round_.pairs:
            refuse("round_not_paired", round=self.round)
        if not round_.published:
            refuse("round_not_published", round=self.round)
        if round_.closed:
            return []
        if unfinished := _unfinished_games(round_):
            games = [pair.game_id for pair in unfinished]
            tables = [pair.table for pair in unfinished]
            dated = [pair.table for pair in unfinished if pair.date]
            put_off = {"put_off": dated} if dated else {}
            refuse("round_unfinished", round=self.round, games=games, tables=tables, **put_off)
        return [RoundClosed(round=self.round, claims_until=_claims_until(self.at, state))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenRound(Command, right="round.close", reason_needed=ALWAYS):
    """Reopen a closed round."""

    round: int
    reason: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        if not need_round(state, self.round).closed:
            return []
        need_reason(self.reason, about="a closed round")
        return [RoundReopened(round=self.round, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRound(Command, right="round.pair", reason_needed="to hide or reopen a round"):
    """Publish or hide the pairings of a round, close or reopen it.

    Members that are left out stay as they are.
    """

    round: int
    at: Now
    published: Annotated[bool | None, Input(help="Whether everybody sees the pairings.")] = None
    closed: Annotated[bool | None, Input(help="Whether results are final and the time for claims runs.")] = (
        None
    )
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        return decide_in_order(self._parts(), state)

    def _parts(self) -> Iterator[Command]:
        if self.closed is False:
            yield ReopenRound(round=self.round, reason=self.reason)
        if self.published is not None:
            yield (
                PublishRound(round=self.round)
                if self.published
                else UnpublishRound(round=self.round, reason=self.reason)
            )
        if self.closed:
            yield CloseRound(round=self.round, at=self.at)


def _unfinished_games(round_: Round) -> list[Pair]:
    """Return games without a result, or with two different reports; "not played" by the desk is a result."""
    return [pair for pair in round_.by_table() if pair.result_state in UNFINISHED]


def _claims_until(at: datetime, state: Tournament) -> str:
    until = at.astimezone(UTC) + timedelta(minutes=state.settings.claims.minutes)
    return until.isoformat(timespec="seconds")
