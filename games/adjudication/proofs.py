"""The sentences of a ruleset on which proved findings rest, by kind of claim. Pure.

A finding says "proved" only if the text of the rules says so, or the organiser who changed it. Kinds without
sentences compare records, or are for people, who alone decide them.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.adjudication.clauses import clause_of, is_from_text
from games.adjudication.finding import Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind
from games.marking import join_marked, marked
from rules import Reason, Ruleset
from rules.axes import Endless, IllegalMove, Passing, Repetition, Resumption, Settling, Stopping, Suicide
from rules.choices import UNLIMITED
from rules.clauses import clause, is_forbidden_by_text

BY_COMPARISON = frozenset(
    (ClaimKind.RECORDS_DIFFER, ClaimKind.HANDICAP_DIFFERS, ClaimKind.KOMI_DIFFERS),
)
"""The kinds that compare records with each other or with the pairing, without any rule of Go."""

AGREED_OR_CAPTURED = marked("strings are dead as both players agreed, or as they were captured on the board")
"""The facts that settle strings where the text has no clause on how to settle them."""

_FOUR_END = (Stopping.TWO_STOP_FOUR_END, Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END)
_KO = (Repetition.SIMPLE_KO, Repetition.NATURAL_SITUATIONAL_AND_KO, Repetition.BASIC_KO_WITH_LOCKS)


def _axis(kind: ClaimKind, rules: Ruleset) -> str:
    """Return the axis on whose choice a proof rests, or "" if the ruleset cannot prove such a claim."""
    axes: Mapping[ClaimKind, tuple[str, bool]] = {
        ClaimKind.WRONG_RESULT: ("scoring", True),
        ClaimKind.STRINGS: ("settling", True),
        ClaimKind.REPETITION: ("endless", rules.endless is not Endless.IMPOSSIBLE),
        ClaimKind.OUT_OF_STONES: ("stone_supply", rules.stone_supply != UNLIMITED),
        ClaimKind.CONTINUATION_REFUSED: ("resumption", rules.resumption is not Resumption.NONE),
        ClaimKind.CONTINUATIONS_EXCEEDED: ("continuations", rules.continuations != UNLIMITED),
        ClaimKind.TOKENS: ("passing", rules.passing is Passing.TOKEN),
        ClaimKind.FINES: ("illegal_move", rules.illegal_move is IllegalMove.PASS_AND_FINE),
    }
    if kind is ClaimKind.CONTINUATION_REFUSED and rules.stopping in _FOUR_END:
        return "stopping"
    axis, can_prove = axes.get(kind, ("", False))
    return axis if can_prove else ""


def sentences(kind: ClaimKind, ruleset: Ruleset) -> list[str]:
    """Return the sentences that can make a finding of this kind say "proved"; empty if it never does.

    Kinds in ``BY_COMPARISON`` have none although they can.
    """
    if kind is ClaimKind.ILLEGAL_MOVE:
        return [clause(ruleset, reason) for reason in _reasons(ruleset)]
    axis = _axis(kind, ruleset)
    if axis and is_from_text(ruleset, axis):
        return [clause_of(ruleset, axis)]
    agreed = kind is ClaimKind.STRINGS and ruleset.settling is not Settling.AS_IT_STANDS
    return [AGREED_OR_CAPTURED] if agreed else []


def _reasons(ruleset: Ruleset) -> list[Reason]:
    """Return the reasons for which the text forbids a play."""
    repetition = ruleset.repetition
    found = [Reason.OCCUPIED, Reason.OFF_BOARD, Reason.NOT_YOUR_TURN]
    if ruleset.suicide is not Suicide.ALLOWED:
        found.append(Reason.SUICIDE)
    if repetition in _KO or repetition is Repetition.OWN_PREVIOUS:
        found.append(Reason.KO)
    if repetition not in (*_KO, Repetition.NONE) or repetition is Repetition.NATURAL_SITUATIONAL_AND_KO:
        found.append(Reason.SUPERKO)
    if repetition is Repetition.BASIC_KO_WITH_LOCKS:
        found.append(Reason.LOCKED_KO)
    if ruleset.stone_supply != UNLIMITED:
        found.append(Reason.OUT_OF_STONES)
    return [reason for reason in found if is_forbidden_by_text(ruleset, reason)]


def without_own_choice(finding: Finding, kind: ClaimKind, ruleset: Ruleset) -> Finding:
    """Return the finding, or an open one if only a choice of ours proves it, where the text is silent."""
    if finding.verdict is not Verdict.PROVED or kind in BY_COMPARISON or sentences(kind, ruleset):
        return finding
    silent = marked("No clause of the text was found that says so; a referee decides.")
    says = join_marked([finding.says, silent])
    return replace(finding, verdict=Verdict.UNDECIDABLE, says=says, missing=(Missing.PERSON,), follows="")
