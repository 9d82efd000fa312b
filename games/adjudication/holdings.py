"""Findings on the pass tokens and fines of a player. Pure."""

from games.adjudication.clauses import Ground, clause_of
from games.adjudication.finding import Case, Finding, position_of, proved, refuted
from games.adjudication.kinds import Statement
from games.marking import marked
from rules import Color, Game
from rules.axes import IllegalMove, Passing


def tokens(claim: Statement, case: Case) -> Finding:
    """Compare the claimed number of pass tokens, at the end of the record or after the claimed turn."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.ruleset.passing is not Passing.TOKEN:
        return refuted(
            marked("Under %(name)s a pass does not hand over a token.", name=game.ruleset.name), position=game
        )
    held = game.tokens[Color(claim.color)]
    told = marked("%(who)s has %(held)s pass tokens.", who=_who(claim), held=f"{held:g}")
    return _compare_count(claim, game, held, told, Ground("passing"))


def fines(claim: Statement, case: Case) -> Finding:
    """Compare the claimed points of fines, at the end of the record or after the claimed turn."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.ruleset.illegal_move is not IllegalMove.PASS_AND_FINE:
        return refuted(marked("Under %(name)s nobody is fined.", name=game.ruleset.name), position=game)
    owed = game.fines[Color(claim.color)]
    told = marked("%(who)s has been fined %(owed)s points.", who=_who(claim), owed=f"{owed:g}")
    return _compare_count(claim, game, owed, told, Ground("illegal_move"), Ground("fine"))


def _who(claim: Statement) -> str:
    return marked("Black") if Color(claim.color) is Color.BLACK else marked("White")


def _compare_count(claim: Statement, game: Game, held: float, says: str, *grounds: Ground) -> Finding:
    answer = proved if held == claim.count else refuted
    clause = clause_of(game.ruleset, grounds[0].axis)
    return answer(says, turn=game.turn, clause=clause, position=game, grounds=grounds)
