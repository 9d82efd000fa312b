"""Decisions on rulings, their confirmation by a second official, and appeals."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from games.claims import events as e
from games.claims.claim import Claim, Stage
from games.claims.deciding.base import (
    DESK,
    Circumstances,
    Evidence,
    check_evidence,
    check_length,
    on_claim,
    require_open,
)
from games.claims.deciding.making import MOST_HANDICAP
from games.log.digests import timestamp
from games.marking import marked
from games.refusals import refuse
from rules import Game
from rules.axes import Scoring

MOST_PENALTY = 1000
LONGEST_SCORE = 12
RESULTS = {
    "": "as it was",
    "black": "Black wins",
    "white": "White wins",
    "jigo": "jigo",
    "both_win": "both win",
    "both_lose": "both lose",
}
_WINNERS = {"B+": "black", "W+": "white"}
_SCORE = re.compile(r"0|[BW]\+(R|T|F|\d{1,4}(\.5)?)")
DECISIONS = ("upheld", "partly", "denied")
APPEAL_DECISIONS = ("upheld", "changed")
NO_REMEDY = e.Remedy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Rule on a claim, with reasons and the remedy for the game.

    ``keeps_result`` confirms that the claim is upheld without a result or a replay.
    """

    decision: str
    reasons: str
    remedy: e.Remedy = NO_REMEDY
    keeps_result: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectRuling(Rule):
    """Replace a ruling that may still be appealed, or that waits for a second official.

    Without a result or a replay it restores the result of before the ruling.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Second:
    """Confirm a proposed ruling as another official, or reject it with reasons."""

    agrees: bool
    reasons: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """Appeal against a ruling. ``evidence``: the grounds."""

    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal:
    """Uphold a ruling as the appeals committee, or replace its remedy by ``remedy``.

    Without a result or a replay the result of before the ruling is restored. ``keeps_result`` confirms that.
    """

    decision: str
    reasons: str
    remedy: e.Remedy = NO_REMEDY
    keeps_result: bool = False


@on_claim.register
def on_rule(command: Rule, state: Claim, now: Circumstances) -> Sequence[object]:
    _require_other_official(now)
    if state.stage(now.at) in (Stage.APPEALED, Stage.FINAL):
        refuse("ruled_already", state=state.stage(now.at).value)
    require_open(state, now.at)
    return [_ruled(command, now)]


@on_claim.register
def on_correct_ruling(command: CorrectRuling, state: Claim, now: Circumstances) -> Sequence[object]:
    _require_other_official(now)
    if state.ruling is None:
        refuse("no_such_ruling", state=state.stage(now.at).value)
    if state.stage(now.at) not in (Stage.RULED, Stage.PROPOSED):
        refuse("too_late_to_correct", state=state.stage(now.at).value)
    if not now.stands:
        refuse("ruling_replaced", claim=state.claim_id)
    return [replace(_ruled(command, now), corrects=True)]


def _ruled(command: Rule, now: Circumstances) -> e.ClaimRuled:
    """Return the event of a ruling. Refuses what it lacks or contradicts."""
    _require_reasons(command.reasons)
    if command.decision not in DECISIONS:
        refuse(
            "invalid", field="decision", fault=marked("one of %(decisions)s", decisions=", ".join(DECISIONS))
        )
    _check_remedy(command.remedy, now.games[now.game_version].game)
    if command.decision == "upheld":
        _require_effect(command, now.before)
    elif command.decision == "denied":
        _require_same_result(command.remedy, now.before)
    return e.ClaimRuled(
        decision=command.decision,
        reasons=command.reasons,
        remedy=command.remedy,
        referee=now.actor,
        game_version=now.game_version,
        game_digest=now.game_digest,
        appeal_until="" if now.terms.two_person else _appeal_deadline(now),
        needs_second=now.terms.two_person,
    )


@on_claim.register
def on_second(command: Second, state: Claim, now: Circumstances) -> Sequence[object]:
    _require_other_official(now)
    if state.ruling is None or state.stage(now.at) is not Stage.PROPOSED:
        refuse("no_such_ruling", state=state.stage(now.at).value)
    if now.actor == state.ruling.referee:
        refuse("same_official")
    if command.agrees:
        if state.ruling.decision == "denied":  # the result may have changed since
            _require_same_result(state.ruling.remedy, now.before)
        return [e.RulingSeconded(official=now.actor, appeal_until=_appeal_deadline(now))]
    _require_reasons(command.reasons)
    until = _appeal_deadline(now) if state.earlier else ""  # nobody could appeal while the correction waited
    return [e.RulingNotSeconded(official=now.actor, reasons=command.reasons, appeal_until=until)]


@on_claim.register
def on_appeal(command: Appeal, state: Claim, now: Circumstances) -> Sequence[object]:
    check_evidence(command.evidence)
    if now.by not in ("b", "w"):
        refuse("not_your_game", game=state.game_id)
    stage = state.stage(now.at)
    if stage is Stage.APPEALED or state.appeal is not None:
        refuse("appealed_already")
    if stage is Stage.FINAL:
        until = state.appeal_until
        refuse("appeal_too_late", until=timestamp(until) if until else "")
    if stage is not Stage.RULED:
        refuse("no_such_ruling", state=stage.value)
    if not now.stands:
        refuse("ruling_replaced", claim=state.claim_id)
    if now.by == state.satisfied(now.before.result):
        refuse("nothing_to_appeal", claim=state.claim_id)
    return [
        e.RulingAppealed(by=now.by, grounds=command.evidence.digest, picture=command.evidence.picture_digest)
    ]


@on_claim.register
def on_decide_appeal(command: DecideAppeal, state: Claim, now: Circumstances) -> Sequence[object]:
    _require_other_official(now)
    if state.ruling is None or state.stage(now.at) is not Stage.APPEALED:
        refuse("no_such_ruling", state=state.stage(now.at).value)
    if now.actor in state.officials:
        refuse("same_official")
    _require_reasons(command.reasons)
    if command.decision not in APPEAL_DECISIONS:
        refuse("invalid", field="decision", fault=marked("upheld or changed"))
    _check_remedy(command.remedy, now.games[now.game_version].game)
    if command.decision == "changed":
        _require_effect(command, now.before, state.ruling.remedy)
    return [
        e.AppealDecided(
            decision=command.decision,
            reasons=command.reasons,
            remedy=command.remedy,
            official=now.actor,
            game_version=now.game_version,
            game_digest=now.game_digest,
        )
    ]


def _require_other_official(now: Circumstances) -> None:
    if now.by != DESK:
        refuse("own_game")


def _require_reasons(text: str) -> None:
    if not any(sign.isalnum() for sign in text):
        refuse("reasons_missing")
    check_length(text)


def _require_effect(command: Rule | DecideAppeal, *before: e.Remedy) -> None:
    """Refuse an unconfirmed decision that gives no result, or one of those before; penalties change none."""
    same = any(replace(command.remedy, penalties=one.penalties) == one for one in before)
    if not command.keeps_result and (same or not command.remedy.decides):
        refuse("ruling_without_effect")


def _require_same_result(remedy: e.Remedy, before: e.Remedy) -> None:
    same = (remedy.result, remedy.by_default) == (before.result, before.by_default)
    if remedy.decides and before.decides and not same:
        refuse("denied_but_changed")


def _check_remedy(remedy: e.Remedy, game: Game) -> None:
    """Refuse an invalid remedy, naming the field. A game that is replayed has no result meanwhile."""
    faults: dict[str, Any] = {
        "result": remedy.result not in RESULTS and "one of those on offer",
        "replay": remedy.replay
        and bool(remedy.result or remedy.score)
        and "A game that is played again has no result or score meanwhile.",
        "penalties": not all(map(_is_penalty, remedy.penalties.items()))
        and f"Points of penalty are halves, up to {MOST_PENALTY}.",
        "score": bool(remedy.score) and _score_fault(remedy, game),
        "by_default": remedy.by_default and not remedy.result and "Say whose result it is by default.",
    }
    for name, fault in faults.items():
        if fault:
            refuse("invalid", field=f"remedy.{name}", fault=fault)


def _is_penalty(given: tuple[str, float]) -> bool:
    color, points = given
    return color in ("b", "w") and 0 <= points <= MOST_PENALTY and points * 2 == int(points * 2)


def _score_fault(remedy: e.Remedy, game: Game) -> str:
    """Return why a score is invalid, contradicts the result or exceeds the board; else ""."""
    score = remedy.score
    if _SCORE.fullmatch(score) is None:
        return "A score is such as B+3.5, W+R, W+T or 0."
    known = "jigo" if score == "0" else _WINNERS[score[:2]]
    if known != remedy.result:
        return f"{score} is not a score for the result: {RESULTS[remedy.result]}."
    if score[2:3].isdigit() and float(score[2:]) > _largest_score(game):
        return f"{score} is more than a board of {game.board.width} by {game.board.height} holds."
    return ""


def _largest_score(game: Game) -> float:
    """Return the largest possible score: all points, prisoners if the rules count them, komi and handicap."""
    rules, each = game.ruleset, 1 if game.ruleset.scoring in (Scoring.AREA, Scoring.MAKRAI_AREA) else 2
    return each * len(game.board) + abs(rules.komi) + MOST_HANDICAP


def _appeal_deadline(now: Circumstances) -> str:
    return (now.at + timedelta(minutes=now.terms.appeal_minutes)).isoformat()
