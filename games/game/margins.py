"""The result of a counted game under another komi, computed from its margin without a replay. Pure.

The moves of a game do not depend on komi, except under rules with a bowl (004), whose stones are played.
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

parse_ruleset = lru_cache(maxsize=256)(Ruleset.parse_recorded)


class CountedGame(Protocol):
    """The columns of a game's row that describe how it was last judged."""

    ruleset: str
    handicap: int
    black: str
    white: str
    length: int | None
    margin: float | None
    by: str
    illegal_turn: int | None
    withdrawn: bool


def differs_only_in_komi(game: CountedGame, terms: TermsChanged) -> bool:
    """Return whether the game was counted and the terms differ in komi at most: then its margin is enough."""
    if game.by != SCORE or game.margin is None or game.withdrawn or game.illegal_turn is not None:
        return False
    same = (game.handicap, game.black, game.white, game.length)
    if same != (terms.handicap, terms.black, terms.white, terms.length):
        return False
    return without_komi(game.ruleset) == without_komi(terms.ruleset)


@lru_cache(maxsize=256)
def without_komi(ruleset: str) -> Ruleset | None:
    """Return the ruleset without its komi, or None if komi is given in stones and changes the play."""
    rules = parse_ruleset(ruleset)
    return None if rules.handicap is Handicap.BOWL else rules.replace(komi=0.0, handicap_komi=None)


def white_komi(ruleset: str, handicap: int) -> float:
    """Return the points that White receives at this handicap."""
    return komi_under(parse_ruleset(ruleset), handicap)


def margin_under(game: CountedGame, terms: TermsChanged) -> float:
    """Return Black's margin in a counted game under terms that differ in komi at most."""
    if game.margin is None:
        raise ValueError("the game was not counted")
    increase = white_komi(terms.ruleset, terms.handicap) - white_komi(game.ruleset, game.handicap)
    return game.margin - increase


@lru_cache(maxsize=4096)
def end_by_score(margin: float, ties: Ties) -> GameEnded:
    """Return the end of a counted game with this margin."""
    won = Color.BLACK if margin > 0 or (margin == 0 and ties is Ties.BLACK) else Color.WHITE
    winner = None if margin == 0 and ties is not Ties.BLACK else won
    outcome = Outcome(winner=winner, margin=abs(margin), by=SCORE)
    return GameEnded(winner=winner.value if winner else "", by=SCORE, margin=abs(margin), text=str(outcome))


def margin_of(end: GameEnded | None) -> float | None:
    """Return Black's total less White's, or None if the game was not counted."""
    if end is None or end.by != SCORE or end.margin is None:
        return None
    return -end.margin if end.winner == "w" else end.margin
