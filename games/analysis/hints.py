"""Stones that no play of the opponent can take, as a hint for those who settle a game. Pure."""

from typing import Any

from rules import Color, Game
from rules.axes import Suicide
from rules.life import pass_alive

NO_VERDICT = (
    "A hint and never a verdict: these strings live even if their owner passes for ever (Benson). It says "
    "nothing of any other; the players agree on what is dead, play it out, or ask a referee."
)


def hints_data(game: Game) -> dict[str, Any]:
    """By player: stones that live whatever happens, and the points that they hold, dead stones included."""
    board = game.board
    held = pass_alive(board, suicide=game.ruleset.suicide is not Suicide.FORBIDDEN)
    told = {color.value: _apart(held[color], set(board.stones(color))) for color in Color}
    return {"turn": game.turn, "says": NO_VERDICT, "pass_alive": told}


def _apart(held: list[str], own: set[str]) -> dict[str, list[str]]:
    return {
        "stones": [at for at in held if at in own],
        "holds": [at for at in held if at not in own],
    }
