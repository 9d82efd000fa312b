"""Results in words."""

from games.marking import join_marked, marked
from tournaments.competition.history import Result, Winner

RESULT_WORDS: dict[Winner, str] = {
    Winner.NOBODY_YET: marked("not played"),
    Winner.BLACK: marked("Black wins"),
    Winner.WHITE: marked("White wins"),
    Winner.JIGO: marked("jigo"),
    Winner.BOTH: marked("both win"),
    Winner.NEITHER: marked("both lose"),
}
COLOURLESS_WORDS = {
    Winner.WHITE: marked("the player named first wins"),
    Winner.BLACK: marked("the player named second wins"),
}


def with_default(won: str, result: Result) -> str:
    """Return the result in words, marked if it was by default."""
    return marked("%(won)s by default", won=won) if result.by_default else won


def with_score(won: str, score: str) -> str:
    return join_marked([won, score]) if score else won
