"""Stones that no play of the opponent can take, as a hint for those who settle a game. Pure."""

from typing import TypedDict

from rules import Color, Game
from rules.axes import Suicide
from rules.life import pass_alive

NO_VERDICT = (
    "A hint and never a verdict: these strings live even if their owner passes for ever (Benson). It says "
    "nothing of any other; the players agree on what is dead, play it out, or ask a referee."
)


class HeldBody(TypedDict):
    """``holds``: points without a stone of the player, opposing stones among them that cannot live."""

    stones: list[str]
    holds: list[str]


class BothHeldBody(TypedDict):
    b: HeldBody
    w: HeldBody


class TurnHintsBody(TypedDict):
    """``says``: how far the hint goes."""

    turn: int
    says: str
    pass_alive: BothHeldBody


def hints_data(game: Game) -> TurnHintsBody:
    """By player: stones that live whatever happens, and the points that they hold, dead stones included."""
    held = pass_alive(game.board, suicide=game.ruleset.suicide is not Suicide.FORBIDDEN)
    black, white = (_apart(held[color], set(game.board.stones(color))) for color in Color)
    return {"turn": game.turn, "says": NO_VERDICT, "pass_alive": {"b": black, "w": white}}


def _apart(held: list[str], own: set[str]) -> HeldBody:
    return {
        "stones": [at for at in held if at in own],
        "holds": [at for at in held if at not in own],
    }
