"""Reasons why the passes that end a record do not prove its count. Pure.

The file states another end, or one player entered or sent the passes of both: they are not the other's word.
"""

from games.adjudication.finding import Case, Finding, Missing, undecidable
from games.adjudication.kinds import same_result
from games.game.fitting import PASSED_FOR_OTHER
from games.marking import join_marked, marked
from games.sgf import NoteCode
from rules import Pass

_UNKNOWN = "?"
_UNCLEAR = (NoteCode.RESULT_UNREAD, NoteCode.SEVERAL_VALUES)


def without_doubt(finding: Finding, case: Case) -> Finding:
    """Return the finding by the end of the record, or an open one if the end is doubted."""
    reasons = doubts(case)
    if not reasons or finding.missing:
        return finding
    says = join_marked([finding.says, *reasons, marked("A referee decides.")])
    return undecidable(
        says, Missing.PERSON, turn=finding.turn, clause=finding.clause, position=finding.position
    )


def doubts(case: Case) -> list[str]:
    """Return why the count to which the passes of the record lead is not proved."""
    game, record = case.state.game, case.state.record
    if game.outcome is None or not isinstance(game.last_action, Pass):
        return []
    said: list[str] = [PASSED_FOR_OTHER] if case.state.passed_for_other else []
    if record is None:
        return said
    if record.claimed not in ("", _UNKNOWN) and not same_result(record.claimed, str(game.outcome)):
        said.append(marked("The file states %(claimed)s.", claimed=record.claimed))
    if case.received and any(note.code in _UNCLEAR for note in case.received.notes):
        said.append(marked("The file states a result that cannot be read, or several values."))
    if alive := [at for at in case.marked if game.board[at]]:
        said.append(
            marked(
                "The file marks %(points)s as dead or removes them, and the count leaves them alive.",
                points=" ".join(alive),
            )
        )
    return said
