"""Guesses of the reader, on which no finding may rest that accuses a player or changes a result. Pure.

| guess | claims that it leaves open |
|---|---|
| stones and moves that the record lacks, or has in another form | all on moves, the result, other records |
| a handicap that is only inferred from the stones, or that they do not show | handicap_differs |
| a komi that is written in other units | komi_differs |
| several values of the handicap or the komi | handicap_differs, komi_differs |
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.adjudication.finding import Case, Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.adjudication.proofs import BY_COMPARISON
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


def without_guesses(finding: Finding, claim: Statement, case: Case) -> Finding:
    """Return the finding, or an open one if it is proved by a record of which a part was guessed."""
    if finding.verdict is not Verdict.PROVED or not _guessed(claim, case):
        return finding
    guess = marked("A part of the record was guessed in reading it; a guess proves nothing. As it was read:")
    return replace(
        finding,
        verdict=Verdict.UNDECIDABLE,
        says=join_marked([guess, finding.says]),
        missing=(Missing.PERSON,),
        follows="",
    )


def _guessed(claim: Statement, case: Case) -> bool:
    codes = _GUESSES.get(claim.kind, GUESSES)
    found = _assumptions(case.state, case.received)
    if claim.kind in BY_COMPARISON:
        found |= _brought(case.second)
    return not found.isdisjoint(codes)


def _assumptions(state: GameState, received: Record | None) -> set[str]:
    """Return the assumptions of the game's record; those of its file if the event did not store them."""
    stored = state.record.assumed if state.record else None
    return _brought(received) if stored is None else set(stored)


def _brought(record: Record | None) -> set[str]:
    return set(record.assumptions) if record else set()
