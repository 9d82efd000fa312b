"""Findings on what a player holds or owes beside the board: pass tokens and fines. Pure."""

from games.adjudication.clauses import named
from games.adjudication.finding import Case, Finding, position_of, proved, refuted
from games.adjudication.kinds import Statement
from rules import Color, Game
from rules.axes import IllegalMove, Passing


def tokens(claim: Statement, case: Case) -> Finding:
    """How many pass tokens a player holds, at the end of the record or after the turn that is named."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.ruleset.passing is not Passing.TOKEN:
        return refuted(f"Under {game.ruleset.name} a pass hands over no token.", position=game)
    held = game.tokens[Color(claim.color)]
    return _counted(claim, game, held, "pass tokens", named(game.ruleset, "passing"))


def fines(claim: Statement, case: Case) -> Finding:
    """How many points a player has been fined, at the end of the record or after the turn that is named."""
    game = position_of(claim, case)
    if isinstance(game, Finding):
        return game
    if game.ruleset.illegal_move is not IllegalMove.PASS_AND_FINE:
        return refuted(f"Under {game.ruleset.name} nobody is fined.", position=game)
    owed = game.fines[Color(claim.color)]
    return _counted(claim, game, owed, "points of fines", named(game.ruleset, "illegal_move"))


def _counted(claim: Statement, game: Game, held: float, what: str, clause: str) -> Finding:
    answer = proved if held == claim.count else refuted
    who = Color(claim.color).name.capitalize()
    return answer(f"{who} has {held:g} {what}.", turn=game.turn, clause=clause, position=game)
