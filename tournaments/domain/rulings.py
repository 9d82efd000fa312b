"""Results that follow from a ruling on a claim, from an appeal, or from lifting a ruling."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.log.pinning import PinsGame
from games.marking import marked
from games.refusals import refuse
from games.story.base import because
from tournaments.competition.history import Result, Winner
from tournaments.domain.base import Command, Event, GameSeats, StoryContext, winner_in_words
from tournaments.domain.declarations import BY_APPEAL, PAIR_AND_LATER_ROUNDS, RULING, News, event
from tournaments.domain.guards import need_reason, pair_of
from tournaments.domain.result_words import with_score
from tournaments.state.changes import with_pair, with_result
from tournaments.state.tournament import BeforeRuling, Pair, ResultState, RulingOnResult, Tournament

LONGEST_SCORE = 40
SETTLED = (ResultState.REPORTED, ResultState.CONFIRMED, ResultState.DECIDED)
"""The states of a result that counts until somebody changes it."""


@event("tournament.result-ruled.v1", rows=PAIR_AND_LATER_ROUNDS, news=RULING, undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRuled(PinsGame, Event):
    """The result by a ruling on a claim, which overrides the desk's result and the players' reports.

    ``final``: it cannot be appealed. ``appeal_until``: ISO 8601 UTC, or empty.
    """

    round: int
    result: Result
    claim_id: str
    score: str = ""
    final: bool = False
    appeal_until: str = ""
    reason: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        ruled = RulingOnResult(
            result=self.result,
            claim_id=self.claim_id,
            state=ResultState.FINAL if self.final else ResultState.DECIDED,
            score=self.score,
            appeal_until=self.appeal_until,
        )
        before = _before_ruling(state, self)
        return with_result(state, self.round, self.game_id, ruled=ruled, before_ruling=before)

    def sentence(self, context: StoryContext) -> str:
        won = with_score(context.result_in_words(self.game_id, self.result), self.score)
        if self.final:
            return marked(
                "Final ruling on %(game)s: %(won)s.", game=context.game_in_words(self.game_id), won=won
            )
        return marked("Ruled on %(game)s: %(won)s.", game=context.game_in_words(self.game_id), won=won)

    def game_sentence(self, seats: GameSeats) -> str:
        won = with_score(winner_in_words(self.result, seats), self.score)
        if self.final:
            return marked("Final result by ruling: %(won)s.", won=won)
        return marked("Result by ruling: %(won)s.", won=won)


@event("tournament.ruling-appealed.v1", rows=PAIR_AND_LATER_ROUNDS, news=(News.RULING,), undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed(Event):
    """An appeal against a ruling, which counts until the appeal is decided."""

    round: int
    game_id: str
    claim_id: str

    def evolve(self, state: Tournament) -> Tournament:
        ruled = state.round(self.round).pairs[self.game_id].ruled
        appealed = ruled and replace(ruled, state=ResultState.APPEALED)
        return with_pair(state, self.round, self.game_id, ruled=appealed)

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The ruling on %(game)s was appealed; it counts until the appeal is decided.",
            game=context.game_in_words(self.game_id),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The result by the ruling counts until the appeal is decided.")


@event("tournament.ruling-lifted.v1", rows=PAIR_AND_LATER_ROUNDS, news=RULING, undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLifted(Event):
    """The clearing of all reports and results of a game that is to be played again."""

    round: int
    game_id: str
    claim_id: str
    reason: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_result(
            state,
            self.round,
            self.game_id,
            ruled=None,
            recorded=None,
            automatic=False,
            reports={},
            before_ruling=_before_ruling(state, self),
        )

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "%(game)s is to be played again%(because)s",
            game=context.game_in_words(self.game_id),
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The game is to be played again, and its results no longer count%(because)s",
            because=because(self.reason),
        )


@event("tournament.ruling-revoked.v1", rows=PAIR_AND_LATER_ROUNDS, news=RULING, undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRevoked(Event):
    """The return of the reports and results of before the rulings on a claim.

    ``appeal_until``: the new deadline for an appeal against the ruling on another claim that is in force
    again, ISO 8601 UTC; empty if there is none, and in older events, which left the old one.
    """

    round: int
    game_id: str
    claim_id: str
    appeal_until: str = ""

    def evolve(self, state: Tournament) -> Tournament:
        pair = state.round(self.round).pairs[self.game_id]
        if pair.before_ruling is None:
            return state
        old = pair.before_ruling.pair
        renewed = old.ruled and self.appeal_until and replace(old.ruled, appeal_until=self.appeal_until)
        return with_result(
            state,
            self.round,
            self.game_id,
            ruled=renewed or old.ruled,
            recorded=old.recorded,
            automatic=old.automatic,
            reports=old.reports,
            before_ruling=old.before_ruling,
        )

    def sentence(self, context: StoryContext) -> str:
        return marked(
            "The result of %(game)s is again what it was before the ruling.",
            game=context.game_in_words(self.game_id),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The result is again what it was before the ruling.")


def _before_ruling(state: Tournament, ruling: ResultRuled | RulingLifted) -> BeforeRuling:
    """Return the pair as if there had been no ruling on this claim."""
    pair = state.round(ruling.round).pairs[ruling.game_id]
    return BeforeRuling(claim_id=ruling.claim_id, pair=_without_claim(pair, ruling.claim_id))


def _without_claim(pair: Pair, claim_id: str) -> Pair:
    before = pair.before_ruling
    if before is None:
        return pair
    rest = _without_claim(before.pair, claim_id)
    return rest if before.claim_id == claim_id else replace(pair, before_ruling=replace(before, pair=rest))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult(Command):
    """Record the result of a ruling. ``score``: "B+3.5" or empty. ``appeal_until``: ISO 8601 UTC or empty."""

    game_id: str
    result: Result
    claim_id: str
    score: str = ""
    final: bool = False
    appeal_until: str = ""
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        _check_result(self)
        ruled = RulingOnResult(
            result=self.result,
            claim_id=self.claim_id,
            state=ResultState.FINAL if self.final else ResultState.DECIDED,
            score=self.score,
            appeal_until=self.appeal_until,
        )
        if pair.ruled == ruled:
            return []
        _refuse_final(pair)
        _refuse_pending_appeal(pair, self.claim_id)
        return [
            ResultRuled(
                round=round_.number,
                game_id=pair.game_id,
                result=self.result,
                claim_id=self.claim_id,
                score=self.score,
                final=self.final,
                appeal_until=self.appeal_until,
                reason=self.reason,
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealRuling(Command):
    """Appeal the ruling on this claim."""

    game_id: str
    claim_id: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        if pair.ruled is None or pair.ruled.claim_id != self.claim_id:
            refuse("no_ruling", game=self.game_id, claim=self.claim_id)
        _refuse_final(pair)
        if pair.ruled.state is ResultState.APPEALED:
            return []
        return [RulingAppealed(round=round_.number, game_id=pair.game_id, claim_id=self.claim_id)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftRuling(Command):
    """Clear all results of a game that is to be replayed as the remedy of a claim."""

    game_id: str
    claim_id: str
    reason: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        _refuse_final(pair)
        _refuse_pending_appeal(pair, self.claim_id)
        need_reason(self.reason, about="a game that is played again")
        if pair.ruled is None and pair.recorded is None and not pair.reports:
            return []
        return [
            RulingLifted(
                round=round_.number, game_id=pair.game_id, claim_id=self.claim_id, reason=self.reason
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepResult(Command):
    """Rule that the result of before the rulings on this claim counts.

    A result that is reported or confirmed becomes that of the ruling. A ruling on another claim that is in
    force, or is again, stays as it is. ``appeal_until``: the deadline for an appeal, ISO 8601 UTC.
    ``final``: an appeal was decided; the result that counts is final, but not one by a ruling on another
    claim that this claim never replaced.
    """

    game_id: str
    claim_id: str
    appeal_until: str = ""
    final: bool = False
    reason: str = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        before, standing = pair.before_ruling, pair
        replaces = before is not None and before.claim_id == self.claim_id
        if before is not None and replaces:
            _refuse_final(pair)
            standing = before.pair
        elif pair.ruled is not None:
            return []
        settles = standing.result_state in SETTLED and (self.final or standing.ruled is None)
        renews = standing.before_ruling is not None and not settles and not self.final
        events: list[Event] = []
        if replaces and not (settles and pair.ruled and pair.result == standing.result):
            events.append(
                RulingRevoked(
                    round=round_.number,
                    game_id=pair.game_id,
                    claim_id=self.claim_id,
                    appeal_until=self.appeal_until if renews else "",
                )
            )
        if settles:
            events.append(
                ResultRuled(
                    round=round_.number,
                    game_id=pair.game_id,
                    result=standing.result,
                    claim_id=self.claim_id,
                    score=standing.ruled.score if standing.ruled else "",
                    final=self.final,
                    appeal_until="" if self.final else self.appeal_until,
                    reason=self.reason,
                )
            )
        return events


def _check_result(command: RuleResult) -> None:
    if command.result.winner is Winner.NOBODY_YET and command.result.by_default:
        refuse(
            "invalid_result",
            field="remedy.by_default",
            fault=marked("a game that nobody won cannot be by default"),
        )
    if len(command.score) > LONGEST_SCORE:
        refuse(
            "invalid_result",
            field="remedy.score",
            fault=marked("a score has at most %(longest_score)s characters", longest_score=LONGEST_SCORE),
        )


def _refuse_final(pair: Pair) -> None:
    if pair.ruled is not None and pair.ruled.state is ResultState.FINAL:
        refuse("ruling_final", game=pair.game_id, claim=pair.ruled.claim_id)


def _refuse_pending_appeal(pair: Pair, claim_id: str) -> None:
    """Refuse a game with an appeal on another claim: its decision would have no effect."""
    ruled = pair.ruled
    if ruled is not None and ruled.state is ResultState.APPEALED and ruled.claim_id != claim_id:
        refuse("ruling_appealed", game=pair.game_id, claim=ruled.claim_id)
