"""What a change of a game's limits can touch, and what it makes of a game that was counted. Pure.

| limit | touches | how it is judged again |
|---|---|---|
| komi | games that were counted | from the margin: nothing that was played depends on it |
| komi of a bowl (004) | every game | by a replay: stones in the bowl are played with |
| stone supply | prisoner differences beyond the smaller of the two supplies | by a replay |
| continuations, claims, sequences | counts beyond the smaller of the two caps | by a replay |
| fine | games in which somebody was fined | by a replay |
| length | more turns than the smaller of the two lengths | by a replay |
| any of these but komi | games with an illegal turn | by a replay |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from games.game.events import GameEnded, TermsChanged
from rules import Ruleset
from rules.axes import Handicap, Ties
from rules.choices import AXES
from rules.handicap import komi as komi_of
from rules.point import Color
from rules.scoring import Outcome

SCORE = "score"
CAPS = {
    "continuations": "continuations",
    "claims_per_player": "claims_made",
    "sequences_per_claim": "sequences",
}
"""Axes that are caps, and the columns that they cap."""

_KOMI = {"komi", "handicap_komi"}
_KNOWN = {"stone_supply", "fine", *_KOMI, *CAPS}

parsed = lru_cache(maxsize=256)(Ruleset.parse)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Which games a change makes necessary to replay.

    ``beyond``: those with more than this in a column; ``illegal``: those with an illegal turn;
    ``komi_is_played``: those with another komi; ``every``: all that have a turn.
    """

    beyond: Mapping[str, int]
    illegal: bool
    komi_is_played: bool
    every: bool


@lru_cache(maxsize=256)
def reach(was: str, now: str, length_was: int | None, length_now: int | None, points: int) -> Reach:
    """What a change of ruleset and length touches on a board of so many points; komi is not looked at."""
    old, new = parsed(was), parsed(now)
    differ = {axis for axis in AXES if getattr(old, axis) != getattr(new, axis)}
    beyond = {
        column: _smaller(old.limit(axis), new.limit(axis)) for axis, column in CAPS.items() if axis in differ
    }
    beyond["lost_most"] = _changed(old.supply(points), new.supply(points))
    beyond["turns"] = _changed(length_was, length_now)
    beyond["fines"] = 0 if "fine" in differ else None
    return Reach(
        beyond={column: most for column, most in beyond.items() if most is not None},
        illegal=bool(differ - _KOMI) or length_was != length_now,
        komi_is_played=new.handicap is Handicap.BOWL,
        every=bool(differ - _KNOWN) or old.name != new.name,
    )


def _changed(old: int | None, new: int | None) -> int | None:
    return None if old == new else _smaller(old, new)


def _smaller(old: int | None, new: int | None) -> int | None:
    caps = [cap for cap in (old, new) if cap is not None]
    return min(caps, default=None)


def komi_alone(game: Counted, terms: TermsChanged) -> bool:
    """Whether the game was counted and the terms differ by komi at most: then the margin tells everything."""
    if game.by != SCORE or game.margin is None or game.withdrawn or game.illegal_turn is not None:
        return False
    same = (game.handicap, game.black, game.white, game.length)
    if same != (terms.handicap, terms.black, terms.white, terms.length):
        return False
    return but_komi(game.ruleset) == but_komi(terms.ruleset)


@lru_cache(maxsize=256)
def but_komi(ruleset: str) -> Ruleset | None:
    """The ruleset without its komi; None where komi is more than points."""
    rules = parsed(ruleset)
    return None if rules.handicap is Handicap.BOWL else rules.replace(komi=0.0, handicap_komi=None)


def komi(ruleset: str, handicap: int) -> float:
    """What White receives."""
    return komi_of(parsed(ruleset), handicap)


def margin_under(game: Counted, terms: TermsChanged) -> float:
    """Black's total less White's under terms that differ by komi at most; the game was counted."""
    if game.margin is None:
        raise ValueError("the game was not counted")
    return game.margin - (komi(terms.ruleset, terms.handicap) - komi(game.ruleset, game.handicap))


@lru_cache(maxsize=4096)
def ended(margin: float, ties: Ties) -> GameEnded:
    """What is told of a counted game with this margin."""
    won = Color.BLACK if margin > 0 or (margin == 0 and ties is Ties.BLACK) else Color.WHITE
    winner = None if margin == 0 and ties is not Ties.BLACK else won
    outcome = Outcome(winner=winner, margin=abs(margin), by=SCORE)
    return GameEnded(winner=winner.value if winner else "", by=SCORE, margin=abs(margin), text=str(outcome))


def signed(told: GameEnded | None) -> float | None:
    """Black's total less White's, None where nothing was counted."""
    if told is None or told.by != SCORE or told.margin is None:
        return None
    return -told.margin if told.winner == "w" else told.margin
