"""Guesses of the reader, on which no finding may rest that accuses a player or changes a result. Pure.

| guess | claims that it leaves open |
|---|---|
| stones and moves that the record lacks, or has in another form | all on moves, the result, other records |
| a handicap that is only inferred from the stones, or that they do not show | handicap_differs |
| a komi that is written in other units | komi_differs |
| several values of the handicap or the komi | handicap_differs, komi_differs |

A record that starts from another position than its game leaves open all claims but those that compare records
with each other or with the pairing. A record that the player who claims has sent does not prove the claim. A
resignation and an agreed draw are the players' own words, whatever the position.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.adjudication.finding import Case, Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.adjudication.proofs import BY_COMPARISON, is_decided
from games.game.deciding import BY_OWN_WORDS
from games.game.fitting import START_DIFFERS
from games.game.state import GameState
from games.marking import join_marked, marked
from games.sgf import GUESSES, HANDICAP_GUESSES, KOMI_GUESSES, Record

_GUESSES: dict[ClaimKind, AbstractSet[str]] = {
    ClaimKind.HANDICAP_DIFFERS: GUESSES | HANDICAP_GUESSES,
    ClaimKind.KOMI_DIFFERS: KOMI_GUESSES,
    ClaimKind.TIME: set(),
    ClaimKind.LEFT: set(),
    ClaimKind.OTHER: set(),
    ClaimKind.CONDUCT: set(),
}


GUESSED = marked(
    "A part of the record was guessed when it was read, and a guess proves nothing. As it was read:"
)
OWN_RECORD = marked("The player who claims has sent this record. If the game was played as it says:")
PASS_OF_OTHER = marked("One player entered a pass of the other, who has not confirmed it.")


def without_guesses(finding: Finding, claim: Statement, case: Case) -> Finding:
    """Return the finding, or an open one if its record was guessed in part or starts as another game."""
    if not is_decided(finding, claim.kind) or _is_own_word(finding, case):
        return finding
    reasons = [GUESSED] if _guessed(claim, case) else []
    if case.state.starts_differently and claim.kind not in BY_COMPARISON:
        reasons.append(START_DIFFERS)
    if claim.kind is ClaimKind.TOKENS and case.state.passes_by_other:
        reasons.append(PASS_OF_OTHER)
    if _is_own_record(finding, claim, case):
        reasons.append(OWN_RECORD)
    if not reasons:
        return finding
    return replace(
        finding,
        verdict=Verdict.UNDECIDABLE,
        says=join_marked([*reasons, finding.says]),
        missing=(Missing.PERSON,),
        follows="",
    )


def _is_own_record(finding: Finding, claim: Statement, case: Case) -> bool:
    """Return whether a claim is proved by a record that the player who claims has sent."""
    sent = case.state.record is not None and case.by in ("b", "w") and case.state.record.by == case.by
    return sent and finding.verdict is Verdict.PROVED and claim.kind is not ClaimKind.RECORDS_DIFFER


def _is_own_word(finding: Finding, case: Case) -> bool:
    """Return whether a finding rests on the resignation or the agreed draw that ended the game."""
    outcome = case.state.game.outcome
    ended = outcome is not None and finding.follows == str(outcome) and finding.position is case.state.game
    return ended and outcome is not None and outcome.by in BY_OWN_WORDS


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
