"""The address of an experiment, and what a touch makes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis.laboratory.experiment import SIDE, Experiment, experiment_text
from rules import Action, Board, Color, Game, Play

TOOLS = ("play", "black", "white", "dead")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """How the board is held: what a touch does, and whether its points are large."""

    tool: str = "play"
    zoom: bool = False

    def parts(self) -> dict[str, str]:
        """As an address says it."""
        tool = {} if self.tool == "play" else {"tool": self.tool}
        return {**tool, "zoom": "1"} if self.zoom else tool


def parts(tried: Experiment, hand: Hand) -> dict[str, str]:
    return {**experiment_text(tried), **hand.parts()}


def address(tried: Experiment, hand: Hand | None = None) -> str:
    return _join(parts(tried, hand or Hand()))


def turns(tried: Experiment, hand: Hand) -> Callable[[int], str]:
    """The address after each turn. The moves are written once: a long record has hundreds of turns."""
    said, last = parts(replace(tried, turn=None), hand), len(tried.actions)
    return lambda turn: _join(said | ({"turn": str(turn)} if turn < last else {}))


def _join(said: dict[str, str]) -> str:
    """An empty board says its size: an address without anything is that of a famous case."""
    return f"{reverse('web:lab')}?{urlencode(said or {'size': str(SIDE)}, safe='/')}"


def touch(tried: Experiment, game: Game | None, kept: int, tool: str, points: Sequence[str]) -> Experiment:
    """What follows from touching points. ``game``: the position that was shown, after ``kept`` actions."""
    board = game.board if game else tried.board
    inside = [at.upper() for at in points if at in board]
    if tool == "dead":
        return replace(tried, dead=tuple(sorted(set(inside))))
    if not inside:
        return tried
    if tool == "play":
        return tried.going_on(kept, Play(game.to_play if game else tried.to_play, inside[0]))
    stones = _toggle(board, inside[0], Color.BLACK if tool == "black" else Color.WHITE)
    first = game.to_play if game else tried.to_play
    return replace(tried, board=stones, to_play=first, actions=(), turn=None, dead=())


def with_action(tried: Experiment, kept: int, action: Action, hand: Hand) -> str:
    """The address after one more action."""
    return address(tried.going_on(kept, action), hand)


def _toggle(board: Board, at: str, color: Color) -> Board:
    if board[at] is color:
        return board.with_stones(empty=[at])
    return board.with_stones(**{"black" if color is Color.BLACK else "white": [at]})
