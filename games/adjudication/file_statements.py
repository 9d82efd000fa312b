"""What the file of a record states of its end, against the count to which its passes lead. Pure."""

from games.adjudication.finding import Case, Finding, Missing, undecidable
from games.adjudication.kinds import same_result
from games.marking import join_marked, marked
from rules import Pass

_UNKNOWN = "?"


def without_contradiction(finding: Finding, case: Case) -> Finding:
    """Return the finding by the end of the record, or an open one if the file contradicts that end."""
    contradicted = contradictions(case)
    if not contradicted or finding.missing:
        return finding
    says = join_marked([finding.says, *contradicted, marked("A referee decides.")])
    return undecidable(
        says, Missing.PERSON, turn=finding.turn, clause=finding.clause, position=finding.position
    )


def contradictions(case: Case) -> list[str]:
    """Return in which ways the file contradicts the end to which the passes of its moves lead."""
    game, record = case.state.game, case.state.record
    if record is None or game.outcome is None or not isinstance(game.last_action, Pass):
        return []
    said: list[str] = []
    if record.claimed not in ("", _UNKNOWN) and not same_result(record.claimed, str(game.outcome)):
        said.append(marked("The file states %(claimed)s.", claimed=record.claimed))
    if alive := [at for at in case.marked if game.board[at]]:
        said.append(
            marked(
                "The file marks %(points)s as dead or removes them, and the count leaves them alive.",
                points=" ".join(alive),
            )
        )
    return said
