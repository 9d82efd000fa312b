"""The sentences of a ruleset on which proved findings rest, by kind of claim. Pure.

A finding says "proved" only if the text of the rules says so, or the organiser who changed it. Kinds without
sentences compare records, or are for people, who alone decide them.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.adjudication.clauses import Ground, clause_of, is_from_text, marked_clause
from games.adjudication.ends import BY_SHAPE, LEFT_OPEN, NO_CLAUSE_FOUND
from games.adjudication.finding import Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind
from games.marking import join_marked, marked
from rules import Color, Pass, Phase, Reason, Ruleset
from rules.axes import (
    Endless,
    Handicap,
    IllegalMove,
    Passing,
    Repetition,
    Scoring,
    Settling,
    Stopping,
    Suicide,
)
from rules.choices import UNLIMITED
from rules.clauses import clause
from rules.forbidden import clause_against

BY_COMPARISON = frozenset(
    (ClaimKind.RECORDS_DIFFER, ClaimKind.HANDICAP_DIFFERS, ClaimKind.KOMI_DIFFERS),
)
"""The kinds that compare records with each other or with the pairing, without any rule of Go."""

AGREED_OR_CAPTURED: str = marked(
    "strings are dead as both players agreed, or as they were captured on the board"
)
"""The facts that settle strings without a clause."""
RESIGNED: str = marked("a player resigned")
"""The fact that ends a game without a clause."""

_MIRRORED = (ClaimKind.WRONG_RESULT, ClaimKind.STRINGS)
"""The kinds whose refutation proves the opposite."""
_FOUR_END = (Stopping.TWO_STOP_FOUR_END, Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END)
_KO = (Repetition.SIMPLE_KO, Repetition.NATURAL_SITUATIONAL_AND_KO, Repetition.BASIC_KO_WITH_LOCKS)
_ENDLESS: Mapping[Endless, tuple[str, ...]] = {
    Endless.NO_RESULT_ON_CLAIM: ("agreement",),
    Endless.NO_RESULT_ON_AGREEMENT: ("agreement",),
    Endless.DRAW_ON_CLAIM: ("claim", "agreement"),
    Endless.DRAW_RIGHT: ("claim",),
}
_PLAYED_OUT = (Settling.AS_IT_STANDS, Settling.CAPTURE_PHASE, Settling.CONFIRMATION)


_REASONS = {
    ClaimKind.OUT_OF_STONES: Reason.OUT_OF_STONES,
    ClaimKind.CONTINUATIONS_EXCEEDED: Reason.CONTINUATIONS_USED_UP,
}
"""The kinds that accuse a player of what the rules refuse for one reason."""


def possible_grounds(kind: ClaimKind, rules: Ruleset) -> list[Ground]:
    """Return the choices of a ruleset on which a decided finding of this kind may rest."""
    endless = [Ground("endless", detail) for detail in _ENDLESS.get(rules.endless, ())]
    four = [Ground("stopping", "four_end")] if rules.stopping in _FOUR_END else []
    ends = [Ground("stopping")] if rules.stopping in (Stopping.TWO_PASSES, Stopping.NEVER) else four
    found: Mapping[ClaimKind, list[Ground]] = {
        ClaimKind.WRONG_RESULT: [*_if("scoring", rules.scoring is not Scoring.NONE), *ends, *endless],
        ClaimKind.ILLEGAL_MOVE: [ground for _, ground in _refusals(rules)],
        ClaimKind.STRINGS: [*_if("settling", rules.settling in _PLAYED_OUT), *four],
        ClaimKind.REPETITION: endless,
        ClaimKind.OUT_OF_STONES: _if("stone_supply", rules.stone_supply != UNLIMITED),
        ClaimKind.CONTINUATIONS_EXCEEDED: [
            Ground(ground.axis, "number") for ground in _if("continuations", rules.continuations != UNLIMITED)
        ],
        ClaimKind.TOKENS: _if("passing", rules.passing is Passing.TOKEN),
        ClaimKind.FINES: _if("illegal_move", rules.illegal_move is IllegalMove.PASS_AND_FINE),
    }
    return found.get(kind, [])


def _if(axis: str, can_prove: bool) -> list[Ground]:  # noqa: FBT001  # a filter
    return [Ground(axis)] if can_prove else []


def sentences(kind: ClaimKind, ruleset: Ruleset) -> list[str]:
    """Return the sentences that can make a finding of this kind say "proved"; empty if it never does.

    Kinds in ``BY_COMPARISON`` have none although they can.
    """
    told: list[str] = [marked_clause(said) for said in _clauses(kind, ruleset)]
    if kind is ClaimKind.STRINGS and ruleset.settling is not Settling.AS_IT_STANDS:
        told.append(AGREED_OR_CAPTURED)
    if kind is ClaimKind.WRONG_RESULT:
        told.append(RESIGNED)
    return told


def _clauses(kind: ClaimKind, ruleset: Ruleset) -> list[str]:
    """Return the clauses that can prove a finding of this kind, each once."""
    if kind is ClaimKind.ILLEGAL_MOVE:
        plain = [Reason.OCCUPIED, Reason.OFF_BOARD, Reason.NOT_YOUR_TURN]
        plain += [reason for reason, ground in _refusals(ruleset) if is_from_text(ruleset, ground)]
        return [_sentence_against(ruleset, reason) for reason in dict.fromkeys(plain)]
    grounds = [ground for ground in possible_grounds(kind, ruleset) if is_from_text(ruleset, ground)]
    if kind in _REASONS:
        return [clause(ruleset, _REASONS[kind]) for _ in grounds]
    return list(dict.fromkeys(clause_of(ruleset, ground.axis) for ground in grounds))


def _sentence_against(ruleset: Ruleset, reason: Reason) -> str:
    return clause_against(ruleset, reason, Pass(Color.BLACK), Phase.PLAY)


def _refusals(ruleset: Ruleset) -> list[tuple[Reason, Ground]]:
    """Return the reasons for which a choice of the ruleset forbids a play."""
    repetition = ruleset.repetition
    found = []
    if ruleset.suicide is not Suicide.ALLOWED:
        found.append((Reason.SUICIDE, Ground("suicide")))
    if repetition in _KO or repetition is Repetition.OWN_PREVIOUS:
        found.append((Reason.KO, Ground("repetition", "ko")))
    if repetition not in (*_KO, Repetition.NONE) or repetition is Repetition.NATURAL_SITUATIONAL_AND_KO:
        found += [(Reason.SUPERKO, Ground("repetition", detail)) for detail in ("immediate", "longer")]
    if repetition is Repetition.BASIC_KO_WITH_LOCKS:
        found.append((Reason.LOCKED_KO, Ground("modified_ko")))
    if ruleset.stone_supply != UNLIMITED:
        found.append((Reason.OUT_OF_STONES, Ground("stone_supply")))
    if ruleset.passing is Passing.DELAY:
        found.append((Reason.PASS_NOT_ALLOWED, Ground("passing")))
    elif ruleset.handicap is Handicap.FREE:
        found.append((Reason.PASS_NOT_ALLOWED, Ground("handicap")))
    return found


def is_decided(finding: Finding, kind: ClaimKind) -> bool:
    """Return whether a finding proves its claim, or refutes one whose refutation proves the opposite."""
    return finding.verdict is Verdict.PROVED or (finding.verdict is Verdict.REFUTED and kind in _MIRRORED)


def without_own_choice(finding: Finding, kind: ClaimKind, ruleset: Ruleset) -> Finding:
    """Return the finding, or an open one if it rests on a choice of ours or on an inference."""
    if not is_decided(finding, kind) or all(is_from_text(ruleset, ground) for ground in finding.grounds):
        return finding
    ours = {ground for ground in finding.grounds if not is_from_text(ruleset, ground)}
    why = [LEFT_OPEN if ground == BY_SHAPE else NO_CLAUSE_FOUND for ground in sorted(ours)]
    says = join_marked([finding.says, *dict.fromkeys(why), marked("A referee decides.")])
    return replace(finding, verdict=Verdict.UNDECIDABLE, says=says, missing=(Missing.PERSON,), follows="")
