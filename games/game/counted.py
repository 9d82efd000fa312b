"""A game that was counted, under another komi: from its margin, without a replay. Pure.

Nothing that was played depends on komi, save under rules with a bowl (004), whose stones are played with.
"""

from functools import lru_cache
from typing import Protocol

from games.game.events import GameEnded, TermsChanged
from rules import Ruleset
from rules.axes import Handicap, Ties
from rules.handicap import komi as komi_under
from rules.point import Color
from rules.scoring import Outcome

SCORE = "score"

parsed_ruleset = lru_cache(maxsize=256)(Ruleset.recorded)


class Counted(Protocol):
    """A game as it was last judged: columns of its row."""

    ruleset: str
    handicap: int
    black: str
    white: str
    length: int | None
    margin: float | None
    by: str
    illegal_turn: int | None
    withdrawn: bool


def differs_by_komi_alone(game: Counted, terms: TermsChanged) -> bool:
    """Whether the game was counted and the terms differ by komi at most: then the margin tells everything."""
    if game.by != SCORE or game.margin is None or game.withdrawn or game.illegal_turn is not None:
        return False
    same = (game.handicap, game.black, game.white, game.length)
    if same != (terms.handicap, terms.black, terms.white, terms.length):
        return False
    return without_komi(game.ruleset) == without_komi(terms.ruleset)


@lru_cache(maxsize=256)
def without_komi(ruleset: str) -> Ruleset | None:
    """The ruleset apart from its komi; None where komi is more than points."""
    rules = parsed_ruleset(ruleset)
    return None if rules.handicap is Handicap.BOWL else rules.replace(komi=0.0, handicap_komi=None)


def komi_received(ruleset: str, handicap: int) -> float:
    """What White receives."""
    return komi_under(parsed_ruleset(ruleset), handicap)


def margin_under(game: Counted, terms: TermsChanged) -> float:
    """Black's total less White's under terms that differ by komi at most; the game was counted."""
    if game.margin is None:
        raise ValueError("the game was not counted")
    more = komi_received(terms.ruleset, terms.handicap) - komi_received(game.ruleset, game.handicap)
    return game.margin - more


@lru_cache(maxsize=4096)
def end_by_score(margin: float, ties: Ties) -> GameEnded:
    """How a counted game with this margin ends."""
    won = Color.BLACK if margin > 0 or (margin == 0 and ties is Ties.BLACK) else Color.WHITE
    winner = None if margin == 0 and ties is not Ties.BLACK else won
    outcome = Outcome(winner=winner, margin=abs(margin), by=SCORE)
    return GameEnded(winner=winner.value if winner else "", by=SCORE, margin=abs(margin), text=str(outcome))


def margin_of(end: GameEnded | None) -> float | None:
    """Black's total less White's, None where nothing was counted."""
    if end is None or end.by != SCORE or end.margin is None:
        return None
    return -end.margin if end.winner == "w" else end.margin
