"""What a ruling on a claim does to a result. The claim, its grounds and deadlines live with the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.history import Result, Winner
from tournaments.deciding.base import decide, need_reason, pair_of
from tournaments.events.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.state.tournament import Pair, ResultState, Ruled, Tournament

LONGEST_SCORE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleResult:
    """``score``: "B+3.5" or empty. ``appeal_until``: ISO 8601 UTC, empty where ``final``."""

    game_id: str
    result: Result
    claim_id: str
    score: str = ""
    final: bool = False
    appeal_until: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealRuling:
    """Somebody appeals the ruling on this claim."""

    game_id: str
    claim_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftRuling:
    """The claim is answered by a replay: nothing that was said of the result counts any more."""

    game_id: str
    claim_id: str
    reason: str


@decide.register
def decide_rule_result(command: RuleResult, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    _check(command)
    ruled = Ruled(
        result=command.result,
        claim_id=command.claim_id,
        state=ResultState.FINAL if command.final else ResultState.DECIDED,
        score=command.score,
        appeal_until=command.appeal_until,
    )
    if pair.ruled == ruled:
        return []
    _refuse_final(pair)
    _refuse_before_the_committee(pair, command.claim_id)
    return [
        ResultRuled(
            round=round_.number,
            game_id=pair.game_id,
            result=command.result,
            claim_id=command.claim_id,
            score=command.score,
            final=command.final,
            appeal_until=command.appeal_until,
            reason=command.reason,
        )
    ]


@decide.register
def decide_appeal_ruling(command: AppealRuling, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    if pair.ruled is None or pair.ruled.claim_id != command.claim_id:
        refuse("no_ruling", game=command.game_id, claim=command.claim_id)
    _refuse_final(pair)
    if pair.ruled.state is ResultState.APPEALED:
        return []
    return [RulingAppealed(round=round_.number, game_id=pair.game_id, claim_id=command.claim_id)]


@decide.register
def decide_lift_ruling(command: LiftRuling, state: Tournament) -> Sequence[object]:
    round_, pair = pair_of(state, command.game_id)
    _refuse_final(pair)
    _refuse_before_the_committee(pair, command.claim_id)
    need_reason(command.reason, about="a game that is played again")
    if pair.ruled is None and pair.recorded is None and not pair.reports:
        return []
    return [
        RulingLifted(
            round=round_.number, game_id=pair.game_id, claim_id=command.claim_id, reason=command.reason
        )
    ]


def _check(command: RuleResult) -> None:
    if command.result.winner is Winner.NOBODY_YET and command.result.by_default:
        refuse("invalid_result", fault=marked("a game that nobody won cannot be by default"))
    if len(command.score) > LONGEST_SCORE:
        refuse(
            "invalid_result",
            fault=marked("a score has at most %(longest_score)s characters", longest_score=LONGEST_SCORE),
        )


def _refuse_final(pair: Pair) -> None:
    if pair.ruled is not None and pair.ruled.state is ResultState.FINAL:
        refuse("ruling_final", game=pair.game_id, claim=pair.ruled.claim_id)


def _refuse_before_the_committee(pair: Pair, claim_id: str) -> None:
    """A ruling on another claim would leave the committee an appeal that decides nothing."""
    ruled = pair.ruled
    if ruled is not None and ruled.state is ResultState.APPEALED and ruled.claim_id != claim_id:
        refuse("ruling_appealed", game=pair.game_id, claim=ruled.claim_id)
