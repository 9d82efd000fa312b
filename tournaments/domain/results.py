"""Results of games: reported by players, confirmed, recorded and cleared by the desk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from games.inputs import Flat, Input, Lines, Reason
from games.log.pinning import PinsGame
from games.marking import marked
from games.refusals import Refusal, refuse
from games.story.base import because
from tournaments.competition.history import WINNER, Result, Winner
from tournaments.domain.base import (
    Command,
    Event,
    GameSeats,
    StoryContext,
    Subject,
    UndoContext,
    UndoPlan,
    find_pair,
    winner_in_words,
)
from tournaments.domain.batches import BatchLine, CommandBatch
from tournaments.domain.declarations import PAIR_AND_LATER_ROUNDS, REPORT, RESULT, NotApplicable, event
from tournaments.domain.guards import (
    is_later_round_paired,
    need_open,
    need_reason,
    pair_of,
    refuse_ruled_game,
)
from tournaments.domain.pairs import ColoursSwapped
from tournaments.domain.rulings import ResultRuled, RulingAppealed, RulingLifted, RulingRevoked
from tournaments.state.changes import with_result
from tournaments.state.tournament import Pair, PairMade, ResultState, Round, Tournament
from tournaments.teams.boards import is_present


@event(
    "tournament.result-reported.v1",
    rows=PAIR_AND_LATER_ROUNDS,
    news=REPORT,
    undo=NotApplicable("it is a player's word; the desk records another result above it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported(PinsGame, Event):
    """The report of a result by one of the two players."""

    round: int
    entry_id: str
    result: Result

    def evolve(self, state: Tournament) -> Tournament:
        reports = state.round(self.round).pairs[self.game_id].reports
        reports = {**reports, self.entry_id: self.result}
        return with_result(state, self.round, self.game_id, reports=reports)

    def sentence(self, context: StoryContext) -> str:
        result = context.result_in_words(self.game_id, self.result)
        return marked(
            "%(game)s: %(result)s, reported by %(who)s.",
            game=context.game_in_words(self.game_id),
            result=result,
            who=context.player_name(self.entry_id),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "%(side)s reported: %(won)s.",
            side=seats.side_in_words(self.entry_id),
            won=winner_in_words(self.result, seats),
        )


@event("tournament.result-recorded.v1", rows=PAIR_AND_LATER_ROUNDS, news=RESULT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecorded(PinsGame, Event):
    """A result entered by the desk, which overrides the players' reports.

    ``automatic``: it followed from the absence of a player at the pairing.
    """

    round: int
    result: Result
    reason: str = ""
    automatic: bool = False

    def evolve(self, state: Tournament) -> Tournament:
        return with_result(state, self.round, self.game_id, recorded=self.result, automatic=self.automatic)

    def sentence(self, context: StoryContext) -> str:
        result = context.result_in_words(self.game_id, self.result)
        return marked(
            "%(game)s: %(result)s, entered by the desk%(because)s",
            game=context.game_in_words(self.game_id),
            result=result,
            because=because(self.reason),
        )

    def game_sentence(self, seats: GameSeats) -> str:
        return marked(
            "The desk recorded: %(won)s%(because)s",
            won=winner_in_words(self.result, seats),
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan | None:
        """Restore the earlier result of the desk; without one, the players' reports count again."""
        old = find_pair(context.before, self.game_id)
        if old is None:
            return None
        inverse: Command
        if old.recorded is None:
            inverse = ClearResult(game_id=self.game_id, reason=context.reason, reports_stay=True)
        else:
            inverse = RecordResult(game_id=self.game_id, result=old.recorded, reason=context.reason)
        return UndoPlan(subject=_result_subject(self.game_id), commands=[inverse])


@event("tournament.result-cleared.v1", rows=PAIR_AND_LATER_ROUNDS, news=RESULT)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCleared(Event):
    """The clearing of a result. ``reports_stay``: only the desk's; the players' reports count again."""

    round: int
    game_id: str
    reason: str = ""
    reports_stay: bool = False

    def evolve(self, state: Tournament) -> Tournament:
        reports = state.round(self.round).pairs[self.game_id].reports if self.reports_stay else {}
        return with_result(state, self.round, self.game_id, recorded=None, automatic=False, reports=reports)

    def sentence(self, context: StoryContext) -> str:
        facts = {"game": context.game_in_words(self.game_id), "because": because(self.reason)}
        if self.reports_stay:
            return marked("The desk's result of %(game)s was cleared%(because)s", **facts)
        return marked("The result of %(game)s was cleared%(because)s", **facts)

    def game_sentence(self, seats: GameSeats) -> str:
        return marked("The result was cleared%(because)s", because=because(self.reason))

    def undo(self, context: UndoContext) -> UndoPlan | None:
        """Restore the desk's result; only the players themselves can repeat their reports."""
        old = find_pair(context.before, self.game_id)
        if old is None or old.recorded is None:
            return None
        inverse = RecordResult(game_id=self.game_id, result=old.recorded, reason=context.reason)
        return UndoPlan(subject=_result_subject(self.game_id), commands=[inverse])


RESULT_EVENT_WORDS: dict[type, str] = {
    ResultReported: "reported",
    ResultRecorded: "entered",
    ResultCleared: "cleared",
    ResultRuled: "ruled",
    RulingAppealed: "appealed",
    RulingLifted: "lifted",
    RulingRevoked: "revoked",
    ColoursSwapped: "swapped",
}
"""Events that change a result, each with its value of the fact ``said`` of a refusal.

Swapped colours are included, because they change the winner.
"""


CLOSED_OR_RELIED_ON = (
    "in a closed round, and to change a result that later rounds were paired on, or a default that followed "
    "from the absence of a player"
)
NOBODY_THERE = "Nobody at the board"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterEvent:
    """An event that the sender of a command had not seen; ``at`` is aware."""

    event: object
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedGame:
    """The game of a command, as the sender of the command saw it.

    ``seen``: the version that the sender saw, None: the current one. ``table``: of the game then.

    ``later``: the events since, which ``tournaments.commands`` reads from the log.
    """

    game_id: Annotated[str, Input(name="game", is_id=True, in_lines=True)]
    seen: int | None = None
    table: int | None = None
    later: tuple[LaterEvent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResult(ExpectedGame, Command, right="result.record", reason_needed=CLOSED_OR_RELIED_ON):
    """Record the result of a game, as the desk.

    A reason is required in a closed round, to change the effective result once a later round is paired, and
    to change a default that followed from the absence of a player.
    """

    result: Annotated[Result, Flat()]
    reason: Reason = ""

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        if self.result.winner is Winner.NOBODY_YET and self.result.by_default:
            refuse(
                "invalid_result",
                field="by_default",
                fault=marked("a game that nobody won cannot be by default"),
            )
        refuse_ruled_game(pair)
        refuse_overtaken(self, pair, self.result)
        if self.result == pair.recorded:
            return []
        counted = pair.recorded is not None or pair.result.winner is not Winner.NOBODY_YET
        if pair.automatic:
            need_reason(self.reason, about="a result by default, because a player was absent")
        _need_reason(self.reason, state, round_, changes=counted and self.result != pair.result)
        return [
            ResultRecorded(round=round_.number, game_id=pair.game_id, result=self.result, reason=self.reason)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResults(CommandBatch, right="result.record"):
    """Record the results of several games of a round, as the desk.

    ``results``: each a command or a refusal.
    """

    round: int
    results: Annotated[tuple[RecordResult | Refusal, ...], Lines(of=RecordResult)]

    def lines(self, state: Tournament) -> Iterator[BatchLine]:
        for number, line in enumerate(self.results):
            place = f"results.{number}"
            if isinstance(line, Refusal):
                yield BatchLine(place=place, command=line)
            else:
                yield BatchLine(
                    place=place, about=line.game_id, command=_check_round(line, self.round, state)
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOutcome:
    """The outcome that the record of a game shows. ``text``: in SGF's notation."""

    winner: Winner
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersResult:
    """The inputs of a player's report; only officials record other results, and those by default."""

    winner: Annotated[Winner, replace(WINNER, choices=(Winner.BLACK, Winner.WHITE, Winner.JIGO))]


AgainstRecord = Annotated[
    bool, Input(help="Confirms the result although the record of the game shows another one.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportResult(Command, right="result.report"):
    """Report the result of your own game.

    ``shown``: by its record, which ``tournaments.commands`` looks up; a report that would confirm another
    result needs ``against_record``.
    """

    game_id: str
    entry_id: str
    result: Annotated[Result, Flat(of=PlayersResult)]
    against_record: AgainstRecord = False
    shown: RecordedOutcome | None = None

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = _reportable_game(state, self.game_id, self.entry_id)
        if self.result.winner is Winner.NOBODY_YET:
            refuse("invalid_result", field="result", fault=marked("say who won, or jigo"))
        if pair.reports.get(self.entry_id) == self.result:
            return []
        if pair.result_state is ResultState.CONFIRMED:
            refuse("result_confirmed", game=self.game_id)
        confirms = self.result in pair.reports.values()
        if confirms and not self.against_record and self.shown and self.shown.winner != self.result.winner:
            refuse("against_record", game=self.game_id, record=self.shown.text)
        return [
            ResultReported(
                round=round_.number, game_id=pair.game_id, entry_id=self.entry_id, result=self.result
            )
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(Command, right="result.report"):
    """Confirm the result that the other player reported. ``shown``: as in ``ReportResult``."""

    game_id: str
    entry_id: str
    against_record: AgainstRecord = False
    shown: RecordedOutcome | None = None

    def decide(self, state: Tournament) -> Sequence[Event]:
        _, pair = _reportable_game(state, self.game_id, self.entry_id)
        reported = [result for who, result in pair.reports.items() if who != self.entry_id]
        if not reported:
            refuse("nothing_to_confirm", game=self.game_id)
        report = ReportResult(
            game_id=self.game_id,
            entry_id=self.entry_id,
            result=reported[0],
            against_record=self.against_record,
            shown=self.shown,
        )
        return report.decide(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearResult(ExpectedGame, Command, right="result.record", reason_needed=CLOSED_OR_RELIED_ON):
    """Clear the result of a game, as the desk. ``reports_stay``: only the desk's."""

    reason: str = ""
    reports_stay: bool = False

    def decide(self, state: Tournament) -> Sequence[Event]:
        round_, pair = pair_of(state, self.game_id)
        refuse_ruled_game(pair)
        if pair.recorded is None and (self.reports_stay or not pair.reports):
            return []
        refuse_overtaken(self, pair, None)
        if pair.automatic:
            need_reason(self.reason, about="a result by default, because a player was absent")
        _need_reason(self.reason, state, round_, changes=True)
        cleared = ResultCleared(
            round=round_.number, game_id=pair.game_id, reason=self.reason, reports_stay=self.reports_stay
        )
        return [cleared]


def _check_round(command: RecordResult, number: int, state: Tournament) -> RecordResult | Refusal:
    """Return the command, or a refusal if the game is in another round."""
    found = state.pair_of(command.game_id)
    if found is None or found[0].number == number:
        return command
    return Refusal("in_another_round", {"game": command.game_id, "round": found[0].number})


def _reportable_game(state: Tournament, game_id: str, entry_id: str) -> tuple[Round, Pair]:
    """Return the round and the pair. Refuses if this player may not report a result any more."""
    round_, pair = pair_of(state, game_id)
    if entry_id not in pair.players:
        refuse("not_in_this_game", game=game_id, entry=entry_id)
    if not round_.published or round_.held.intersection(pair.players):
        refuse("round_not_published", round=round_.number)
    refuse_ruled_game(pair)
    need_open(round_)
    if pair.recorded is not None:
        refuse("result_already_recorded", game=game_id)
    return round_, pair


def _need_reason(reason: str, state: Tournament, round_: Round, *, changes: bool) -> None:
    if round_.closed:
        need_reason(reason, about="a result of a closed round")
    if changes and is_later_round_paired(state, round_.number):
        need_reason(reason, about="a result that later rounds were paired on")


def refuse_overtaken(command: ExpectedGame, pair: Pair, result: Result | None) -> None:
    """Refuse a command if the game's result changed since it was seen. ``result``: of the command, or None.

    The same result is not refused, because it overwrites nothing.
    """
    if command.table not in (None, pair.table):
        refuse("game_moved", game=pair.game_id, table=pair.table, was=command.table)
    later = [one for one in command.later if _concerns_result(one.event, pair)]
    if later and (result != pair.result or _has_swap(later)):
        last = later[-1]
        refuse(
            "result_overtaken",
            game=pair.game_id,
            said=RESULT_EVENT_WORDS[type(last.event)],
            winner=pair.result.winner.value,
            by_default=pair.result.by_default,
            actor=last.actor,
            at=last.at.isoformat(),
        )


def _concerns_result(event: object, pair: Pair) -> bool:
    return type(event) in RESULT_EVENT_WORDS and getattr(event, "game_id", None) == pair.game_id


def _has_swap(later: Sequence[LaterEvent]) -> bool:
    return any(isinstance(one.event, ColoursSwapped) for one in later)


def _result_subject(game_id: str) -> Subject:
    def recorded_result(state: Tournament) -> object:
        pair = find_pair(state, game_id)
        return pair and pair.recorded

    return recorded_result


def default_results(state: Tournament, number: int, pairs: Sequence[PairMade]) -> list[ResultRecorded]:
    """Return the results of boards at which one player, or both, are absent."""
    if not state.settings.teams.boards:
        return []
    found = ((pair, _default_result(state, number, pair)) for pair in pairs)
    return [
        ResultRecorded(round=number, game_id=pair.game_id, result=result, reason=NOBODY_THERE, automatic=True)
        for pair, result in found
        if result is not None
    ]


def _default_result(state: Tournament, number: int, pair: PairMade) -> Result | None:
    white, black = (is_present(state, entry, number) for entry in (pair.white, pair.black))
    if white and black:
        return None
    winner = Winner.WHITE if white else Winner.BLACK if black else Winner.NEITHER
    return Result(winner=winner, by_default=True)
