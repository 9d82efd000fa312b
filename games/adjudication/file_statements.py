"""Reasons why the passes that end a record do not prove its count. Pure.

The file states another end, or one player entered turns of both: those are not the other's word.
"""

from games.adjudication.finding import Case, Finding, Missing, undecidable
from games.game.fitting import ENTERED_BY_ONE
from games.game.state import states_other_end
from games.marking import join_marked, marked
from games.sgf import END_GUESSES
from rules import Pass


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
    """Return why the end to which the record leads is not proved."""
    game, record = case.state.game, case.state.record
    if game.outcome is None:
        return []
    said: list[str] = [ENTERED_BY_ONE] if case.state.ended_by_one else []
    if record is None or not isinstance(game.last_action, Pass) or case.state.turns > case.state.intact:
        return said
    if states_other_end(record, game):
        said.append(marked("The file states %(claimed)s.", claimed=record.claimed))
    notes = case.received.notes if case.received else ()
    if not END_GUESSES.isdisjoint((*(record.assumed or ()), *(note.code for note in notes))):
        said.append(marked("The file states a result or dead stones that cannot be read, or several values."))
    if alive := [at for at in case.marked or record.dead if game.board[at]]:
        said.append(
            marked(
                "The file marks %(points)s as dead or removes them, and the count leaves them alive.",
                points=" ".join(alive),
            )
        )
    return said
