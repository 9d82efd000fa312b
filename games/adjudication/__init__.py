"""Findings on claims: a replay proves or refutes a claim, or names what is missing to decide it. Pure.

An estimate of life and death never decides: players agree, play it out, or a referee rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.adjudication import ends, moves, strings, terms
from games.adjudication import holdings as held
from games.adjudication.clauses import marked_clause
from games.adjudication.finding import MISSING_TEXTS, Case, Finding, Missing, Verdict
from games.adjudication.guesses import without_guesses
from games.adjudication.kinds import ClaimKind, Statement
from games.adjudication.proofs import without_own_choice
from games.adjudication.second_record import on_any_record

__all__ = ["MISSING_TEXTS", "Case", "Finding", "Missing", "Verdict", "find"]

_FINDERS: Mapping[ClaimKind, Callable[[Statement, Case], Finding]] = {
    ClaimKind.WRONG_RESULT: on_any_record(ends.wrong_result),
    ClaimKind.ILLEGAL_MOVE: moves.illegal_move,
    ClaimKind.STRINGS: on_any_record(strings.strings),
    ClaimKind.REPETITION: on_any_record(ends.repetition),
    ClaimKind.OUT_OF_STONES: moves.out_of_stones,
    ClaimKind.CONTINUATION_REFUSED: on_any_record(ends.continuation_refused),
    ClaimKind.CONTINUATIONS_EXCEEDED: on_any_record(ends.continuations_exceeded),
    ClaimKind.TOKENS: on_any_record(held.tokens),
    ClaimKind.FINES: on_any_record(held.fines),
    ClaimKind.RECORDS_DIFFER: moves.records_differ,
    ClaimKind.HANDICAP_DIFFERS: terms.handicap_differs,
    ClaimKind.KOMI_DIFFERS: terms.komi_differs,
    ClaimKind.TIME: terms.finding_for_people,
    ClaimKind.LEFT: terms.finding_for_people,
    ClaimKind.OTHER: terms.finding_for_people,
    ClaimKind.CONDUCT: terms.finding_for_people,
}


def find(claim: Statement, case: Case) -> Finding:
    """Return the finding of the rules on a claim."""
    found = _FINDERS[claim.kind](claim, case)
    found = without_guesses(without_own_choice(found, claim.kind, case.state.game.ruleset), claim, case)
    return replace(found, clause=marked_clause(found.clause)) if found.clause else found
