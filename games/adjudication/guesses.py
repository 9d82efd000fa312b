"""Guesses of the reader, on which no finding may rest that accuses a player or changes a result. Pure.

| guess | claims that it leaves open |
|---|---|
| stones and moves that the record lacks, or has in another form | all on moves, the result, other records |
| a handicap that is only inferred from the stones | handicap_differs |
| a komi that is written in other units | komi_differs |
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from games.adjudication.finding import Case, Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind, Statement
from games.marking import join_marked, marked
from games.sgf import GUESSES, NoteCode, Record

_GUESSES: dict[ClaimKind, AbstractSet[NoteCode]] = {
    ClaimKind.HANDICAP_DIFFERS: GUESSES | {NoteCode.HANDICAP_INFERRED},
    ClaimKind.KOMI_DIFFERS: {NoteCode.KOMI_READ_AS},
    ClaimKind.TIME: set(),
    ClaimKind.CONDUCT: set(),
}


def without_guesses(finding: Finding, claim: Statement, case: Case) -> Finding:
    """Return the finding, or an open one if it is proved by a record of which a part was guessed."""
    if finding.verdict is not Verdict.PROVED or not _guessed(claim, case):
        return finding
    guess = marked("A part of the record was guessed in reading it; a guess proves nothing.")
    return replace(
        finding,
        verdict=Verdict.UNDECIDABLE,
        says=join_marked([finding.says, guess]),
        missing=(Missing.PERSON,),
        follows="",
    )


def _guessed(claim: Statement, case: Case) -> bool:
    codes = _GUESSES.get(claim.kind, GUESSES)
    both = claim.kind is ClaimKind.RECORDS_DIFFER
    records = [case.second, case.received] if both else [case.second or case.received]
    return any(_has_note(record, codes) for record in records)


def _has_note(record: Record | None, codes: AbstractSet[NoteCode]) -> bool:
    return record is not None and any(note.code in codes for note in record.notes)
