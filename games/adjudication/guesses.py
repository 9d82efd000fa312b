"""Guesses of the reader, on which no finding may rest that accuses a player or changes a result. Pure.

| guess | claims that it leaves open |
|---|---|
| stones and moves that the record lacks, or has in another form | all on moves, the result, other records |
| a handicap that is only inferred from the stones, or that they do not show | handicap_differs |
| a komi that is written in other units | komi_differs |
| several values of the handicap or the komi | handicap_differs, komi_differs |

A record that starts from another position than its game leaves open all claims but those that compare records
with each other or with the pairing. A record that one player sent, or in which they entered turns of the
other, decides no claim for that player, whoever made the claim. A resignation and an agreed draw are the
players' own words, whatever the position.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.adjudication.finding import Case, Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.adjudication.proofs import BY_COMPARISON, is_decided
from games.game.fitting import START_DIFFERS
from games.game.state import OWN_WORDS, GameState
from games.marking import Marked, join_marked, marked
from games.sgf import GUESSES, HANDICAP_GUESSES, KOMI_GUESSES, Record
from rules import Color, Game

_GUESSES: dict[ClaimKind, AbstractSet[str]] = {
    ClaimKind.HANDICAP_DIFFERS: GUESSES | HANDICAP_GUESSES,
    ClaimKind.KOMI_DIFFERS: KOMI_GUESSES,
}
"""The guesses that leave a kind open; ``GUESSES`` for the others."""

GUESSED = marked(
    "A part of the record was guessed when it was read, and a guess proves nothing. As it was read:"
)
ENTERED_ALONE = marked("One player alone entered the moves of both. If the game was played as recorded:")
PASS_OF_OTHER = marked("One player entered a pass of the other, who has not confirmed it.")


def without_guesses(finding: Finding, claim: Statement, case: Case) -> Finding:
    """Return the finding, or an open one if its record was guessed in part or starts as another game."""
    if finding.verdict is Verdict.UNDECIDABLE or _is_own_word(finding, case):
        return finding
    rests_on_values = claim.kind in BY_COMPARISON or is_decided(finding, claim.kind)
    reasons = _doubts(claim, case) if rests_on_values else []
    if _is_own_record(finding, claim, case):
        reasons.append(ENTERED_ALONE)
    if not reasons:
        return finding
    return replace(
        finding,
        verdict=Verdict.UNDECIDABLE,
        says=join_marked([*reasons, finding.says]),
        missing=(Missing.PERSON,),
        follows="",
    )


def _doubts(claim: Statement, case: Case) -> list[Marked]:
    reasons = [GUESSED] if _guessed(claim, case) else []
    if case.state.starts_differently and claim.kind not in BY_COMPARISON:
        reasons.append(START_DIFFERS)
    if claim.kind is ClaimKind.TOKENS and case.state.has_pass_by_other:
        reasons.append(PASS_OF_OTHER)
    return reasons


def _is_own_record(finding: Finding, claim: Statement, case: Case) -> bool:
    """Return whether a claim is decided for a player by a record that this player alone entered.

    A player who acts in a sequence from the end of the record accepts the position from which it starts.
    """
    if claim.kind is ClaimKind.RECORDS_DIFFER:
        return False
    return any(
        case.state.entered_alone_by(side.value, finding.turn)
        and not any(finding.position is line[-1] and _acts_in(side.other, line) for line in case.lines)
        for side in _favoured(finding, claim, case)
    )


def _favoured(finding: Finding, claim: Statement, case: Case) -> tuple[Color, ...]:
    """Return whom a decided claim favours: the claimant or, if it is refuted, the opponent.

    A claim by an official favours who wins by it, or the opponent of the accused; else perhaps either.
    """
    proved = finding.verdict is Verdict.PROVED
    if case.by in ("b", "w"):
        claimant = Color(case.by)
        return (claimant if proved else claimant.other,)
    if finding.follows[:2] in ("B+", "W+"):
        return (Color(finding.follows[0].lower()),)
    accused = _accused(claim, case.state)
    if accused is None:
        return tuple(Color)
    return (accused.other if proved else accused,)


def _accused(claim: Statement, state: GameState) -> Color | None:
    if claim.kind in (ClaimKind.OUT_OF_STONES, ClaimKind.FINES):
        return Color(claim.color)
    if claim.kind is ClaimKind.ILLEGAL_MOVE and claim.turn and claim.turn <= state.turns:
        return getattr(state.line_at(claim.turn).action, "color", None)
    return None


def _acts_in(color: Color, line: Sequence[Game]) -> bool:
    """Return whether a player acted in a sequence, alone or with the other."""
    return any(getattr(game.last_action, "color", color) is color for game in line[1:])


def _is_own_word(finding: Finding, case: Case) -> bool:
    """Return whether a finding rests on the resignation or the agreed draw that ended the game."""
    outcome = case.state.game.outcome
    if case.state.ended_by_one:
        return False
    ended = outcome is not None and finding.follows == str(outcome) and finding.position is case.state.game
    return ended and outcome is not None and outcome.by in OWN_WORDS


def _guessed(claim: Statement, case: Case) -> bool:
    codes = _GUESSES.get(claim.kind, GUESSES)
    found = _assumptions(case.state, case.received)
    if claim.kind in BY_COMPARISON:
        found |= _brought(case.second)
    return not found.isdisjoint(codes)


def _assumptions(state: GameState, received: Record | None) -> set[str]:
    """Return the assumptions of the game's record: those stored, and those in reading its file today.

    Older versions did not store them, or knew fewer.
    """
    stored = (state.record.assumed if state.record else None) or ()
    return {*stored, *_brought(received)}


def _brought(record: Record | None) -> set[str]:
    return set(record.assumptions) if record else set()
