"""Short ways to write records down: "b D4", "w pass"."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rules import Action, Board, Color, Game, Pass, Play, Ruleset

DATA = Path(__file__).resolve().parent.parent / "data"


def read(name: str) -> dict[str, Any]:
    """The facts in a file of tests/data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def action(text: str) -> Action:
    """``"b D4"`` or ``"w pass"``."""
    color, at = text.split()
    return Pass(Color(color)) if at == "pass" else Play(Color(color), at)


def actions(texts: Iterable[str]) -> list[Action]:
    """Several at once."""
    return [action(text) for text in texts]


def play(game: Game, *texts: str) -> Game:
    """The game after legal actions."""
    for step in actions(texts):
        after = game.apply(step)
        assert isinstance(after, Game), (step, after)
        game = after
    return game


def play_in_any_order(game: Game, texts: Iterable[str]) -> Game:
    """The game after legal plays; where a colour plays twice running, the other passes in between."""
    for step in actions(texts):
        if game.to_play != step.color:
            game = play(game, f"{game.to_play} pass")
        game = play(game, f"{step.color} {step.at}")
    return game


def start(ruleset: Ruleset, rows: list[str], to_play: Color = Color.BLACK) -> Game:
    """A game on a drawn board."""
    return Game.start(ruleset, board=Board.from_diagram(rows), to_play=to_play)
