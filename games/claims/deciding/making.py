"""Decisions on making and withdrawing a claim."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from games.adjudication.kinds import MEMBER_NAMES, NEEDED, REFEREES_ONLY, ClaimKind, Statement, lacks
from games.claims import events as e
from games.claims.claim import Claim
from games.claims.deciding.base import (
    DESK,
    Circumstances,
    Evidence,
    check_evidence,
    check_length,
    on_claim,
    require_open,
)
from games.game.deciding import MOST_POINTS
from games.game.state import GameState
from games.inputs import new_id
from games.log.digests import timestamp
from games.marking import marked
from games.refusals import refuse
from games.sgf import LIMITS, By
from games.sgf.values import result
from rules import Board

REQUIRED = "This field is required."  # as the framework says it, in every language
MOST_COUNT = 10_000
MOST_KOMI = 400
MOST_HANDICAP = 25
SIDES = ("b", "w", DESK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The range and step of the number that a kind of claim names."""

    fault: str
    least: float = 0
    most: float = MOST_COUNT
    step: float = 1


ANY_COUNT = Counts(
    least=-MOST_COUNT, step=0.5, fault=marked("a number up to %(most_count)s", most_count=MOST_COUNT)
)
COUNTS = {
    ClaimKind.HANDICAP_DIFFERS: Counts(
        most=MOST_HANDICAP, fault=marked("0 to %(most_handicap)s stones", most_handicap=MOST_HANDICAP)
    ),
    ClaimKind.KOMI_DIFFERS: Counts(
        least=-MOST_KOMI,
        most=MOST_KOMI,
        step=0.5,
        fault=marked("half points from -%(most_komi)s to %(most_komi)s", most_komi=MOST_KOMI),
    ),
    ClaimKind.TOKENS: Counts(fault=marked("a number of tokens")),
    ClaimKind.FINES: Counts(step=0.5, fault=marked("a number of points")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeClaim:
    """Make a claim. ``statement``: without its digests, which follow from the evidence."""

    claim_id: Annotated[str, new_id("claim")]
    game_id: str
    statement: Statement
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawClaim:
    reason: str = ""


def make(command: MakeClaim, state: Claim | None, now: Circumstances) -> list[object]:
    if state is not None:
        refuse("claim_closed", claim=state.claim_id)
    check_evidence(command.evidence)
    game, evidence = now.games[now.game_version], command.evidence
    statement = replace(
        command.statement,
        evidence=evidence.digest,
        picture=evidence.picture_digest,
        record=evidence.record,
    )
    if game.withdrawn:
        refuse("game_withdrawn", game=game.game_id)
    if now.terms.final and statement.kind not in REFEREES_ONLY:
        refuse("ruling_final", game=game.game_id)
    if now.by not in SIDES:
        refuse("not_your_game", game=game.game_id)
    if now.by != DESK:
        _check_player(statement, now)
    if missing := lacks(statement):
        missing = [MEMBER_NAMES.get(name, name) for name in missing]
        needs = ", ".join(MEMBER_NAMES.get(name, name) for name in NEEDED[statement.kind])
        errors = [{"place": name, "code": "required", "message": REQUIRED} for name in missing]
        refuse("incomplete_claim", errors=errors, missing=missing, type=statement.kind.value, needs=needs)
    return [
        e.ClaimMade(
            claim_id=command.claim_id,
            game_id=game.game_id,
            context=game.context,
            by=now.by,
            statement=_normalise(statement, game),
            game_version=now.game_version,
            actor=now.actor,
            at=now.at.isoformat(),
        )
    ]


def _check_player(statement: Statement, now: Circumstances) -> None:
    terms = now.terms
    if statement.kind in REFEREES_ONLY:
        refuse("referees_only", type=statement.kind.value)
    if terms.open_until is not None and now.at > terms.open_until:
        refuse("claims_over", until=timestamp(terms.open_until))
    if terms.made >= terms.per_player:
        refuse("too_many_claims", made=terms.made, limit=terms.per_player)


def _normalise(statement: Statement, game: GameState) -> Statement:
    """Return the statement with points and result in standard form. Refuses invalid values."""
    _check_turn(statement, game.turns)
    if statement.color not in ("", "b", "w"):
        refuse("invalid", field="colour", fault=marked("black or white"))
    _check_count(statement)
    points = _points(statement.points, game.game.board)
    return replace(statement, points=points, result=_result(statement.result))


def _check_turn(statement: Statement, turns: int) -> None:
    """Refuse a turn that the record does not have. A second record may be longer than the game's own."""
    last = LIMITS.moves if statement.record else turns
    if statement.turn is not None and not 1 <= statement.turn <= last:
        refuse("claim_has_no_turn", turn=statement.turn, turns=turns)


def _check_count(statement: Statement) -> None:
    """Refuse a count outside the range and step of its kind of claim. NaN fails every comparison."""
    count, counts = statement.count, COUNTS.get(statement.kind, ANY_COUNT)
    if count is not None and not (counts.least <= count <= counts.most and (count / counts.step) % 1 == 0):
        refuse("invalid", field="count", fault=counts.fault)


def _points(named: Sequence[str], board: Board) -> tuple[str, ...]:
    if len(named) > MOST_POINTS:
        refuse("too_large", field="points", limit=MOST_POINTS, what="points")
    for at in named:
        if at not in board:
            refuse("invalid", field="points", fault=marked("not a point of this board: %(at)s", at=at[:10]))
    there = {at.upper() for at in named}
    return tuple(at for at in board if at in there)


def _result(text: str) -> str:
    if not text:
        return ""
    read = result(text.encode(errors="replace"))
    if read is None or read.by is By.UNKNOWN:
        refuse("invalid", field="result", fault=marked("not of the form B+3.5, W+R, B+, 0 or Void"))
    return str(read)


@on_claim.register
def on_withdraw_claim(command: WithdrawClaim, state: Claim, now: Circumstances) -> Sequence[object]:
    if state.by != now.by:
        refuse("not_your_claim", claim=state.claim_id)
    require_open(state, now.at)
    return [e.ClaimWithdrawn(reason=check_length(command.reason))]
