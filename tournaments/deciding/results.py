"""Results: a player's word, the desk's word, and taking a word back."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.history import Result, Winner
from tournaments.deciding.base import decide, later_paired, need_open, need_reason, pair_of, refuse_ruled
from tournaments.deciding.seeing import OnSeenGame, refuse_overtaken
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.state.tournament import Pair, ResultState, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportResult:
    """One of the two players says what came of their game; ``entry_id`` is their entry."""

    game_id: str
    entry_id: str
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult:
    """One of the two players says what the other one has said."""

    game_id: str
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResult(OnSeenGame):
    """The desk says so.

    A reason is needed in a closed round, to change what counted once a later round is paired, and to change
    a default that followed from somebody not being there.
    """

    result: Result
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearResult(OnSeenGame):
    """``reports_stay``: only the desk's word is cleared."""

    reason: str = ""
    reports_stay: bool = False


@decide.register
def decide_report_result(command: ReportResult, state: Tournament) -> Sequence[object]:
    round_, pair = _reportable(state, command.game_id, command.entry_id)
    if command.result.winner is Winner.NOBODY_YET:
        refuse("invalid_result", fault=marked("say who won, or jigo"))
    if pair.reports.get(command.entry_id) == command.result:
        return []
    if pair.result_state is ResultState.CONFIRMED:
        refuse("result_confirmed", game=command.game_id)
    return [
        ResultReported(
            round=round_.number, game_id=pair.game_id, entry_id=command.entry_id, result=command.result
        )
    ]


@decide.register
def decide_confirm_result(command: ConfirmResult, state: Tournament) -> Sequence[object]:
    _, pair = _reportable(state, command.game_id, command.entry_id)
    said = [result for who, result in pair.reports.items() if who != command.entry_id]
    if not said:
        refuse("nothing_to_confirm", game=command.game_id)
    report = ReportResult(game_id=command.game_id, entry_id=command.entry_id, result=said[0])
    return decide(report, state)


@decide.register
def decide_record_result(command: RecordResult, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    if command.result.winner is Winner.NOBODY_YET and command.result.by_default:
        refuse("invalid_result", fault=marked("a game that nobody won cannot be by default"))
    refuse_ruled(pair)
    refuse_overtaken(command, pair, command.result)
    if command.result == pair.recorded:
        return []
    counted = pair.recorded is not None or pair.result.winner is not Winner.NOBODY_YET
    if pair.automatic:
        need_reason(command.reason, about="a result by default, because somebody was not there")
    _need_reason(command.reason, state, round_, changes=counted and command.result != pair.result)
    return [
        ResultRecorded(
            round=round_.number, game_id=pair.game_id, result=command.result, reason=command.reason
        )
    ]


@decide.register
def decide_clear_result(command: ClearResult, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    refuse_ruled(pair)
    if pair.recorded is None and (command.reports_stay or not pair.reports):
        return []
    refuse_overtaken(command, pair, None)
    if pair.automatic:
        need_reason(command.reason, about="a result by default, because somebody was not there")
    _need_reason(command.reason, state, round_, changes=True)
    cleared = ResultCleared(
        round=round_.number, game_id=pair.game_id, reason=command.reason, reports_stay=command.reports_stay
    )
    return [cleared]


def _reportable(state: Tournament, game_id: str, entry_id: str) -> tuple[Round, Pair]:
    """The game, if this player may still say what came of it."""
    round_, pair = pair_of(state, game_id)
    if entry_id not in pair.players:
        refuse("not_in_this_game", game=game_id, entry=entry_id)
    if not round_.published or round_.held.intersection(pair.players):
        refuse("round_not_published", round=round_.number)
    refuse_ruled(pair)
    need_open(round_)
    if pair.recorded is not None:
        refuse("result_already_recorded", game=game_id)
    return round_, pair


def _need_reason(reason: str, state: Tournament, round_: Round, *, changes: bool) -> None:
    if round_.closed:
        need_reason(reason, about="a result of a closed round")
    if changes and later_paired(state, round_.number):
        need_reason(reason, about="a result that later rounds were paired on")
