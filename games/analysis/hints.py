"""Stones that cannot be captured even without answers, as a hint for settling a game. Pure."""

from typing import TypedDict

from rules import Color, Game
from rules.axes import Suicide
from rules.life import pass_alive

NO_VERDICT = (
    "A hint and never a verdict: these strings live even if their owner passes for ever (Benson). It says "
    "nothing of any other; the players agree on what is dead, play it out, or ask a referee."
)


class HeldBody(TypedDict):
    """The alive stones of a player and the points that they hold.

    ``holds``: points without a stone of the player, including opposing stones that cannot live.
    """

    stones: list[str]
    holds: list[str]


class BothHeldBody(TypedDict):
    black: HeldBody
    white: HeldBody


class TurnHintsBody(TypedDict):
    """The hints after a turn; ``says``: the limits of the hint."""

    turn: int
    says: str
    pass_alive: BothHeldBody


def hints_data(game: Game) -> TurnHintsBody:
    """Return, by player, the unconditionally alive stones and the points that they hold, with dead stones."""
    held = pass_alive(game.board, suicide=game.ruleset.suicide is not Suicide.FORBIDDEN)
    black, white = (_held_points(held[color], set(game.board.stones(color))) for color in Color)
    return {"turn": game.turn, "says": NO_VERDICT, "pass_alive": {"black": black, "white": white}}


def _held_points(held: list[str], own: set[str]) -> HeldBody:
    return {
        "stones": [at for at in held if at in own],
        "holds": [at for at in held if at not in own],
    }
