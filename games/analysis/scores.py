"""Scores as JSON data. Pure."""

from dataclasses import asdict
from typing import Any

from rules import Board, Color, Game, Score

_SIGNS = {Color.BLACK: "X", Color.WHITE: "O", None: "."}


def score_data(score: Score, board: Board) -> dict[str, Any]:
    """``margin`` is Black's total less White's; ``owner`` has rows like the board's: whose each point is."""
    signs = [_SIGNS[score.owners[at]] for at in board]
    last = len(signs) - board.width
    return {
        "black": asdict(score.black),
        "white": asdict(score.white),
        "margin": score.margin,
        "winner": score.winner.value if score.winner else "",
        "owner": ["".join(signs[begin : begin + board.width]) for begin in range(last, -1, -board.width)],
    }


def owned(score: Score, board: Board) -> dict[str, Color]:
    """Points that count for a colour which has no stone there: what a diagram marks."""
    return {at: owner for at, owner in score.owners.items() if owner and board[at] != owner}


def prisoners_data(game: Game) -> dict[str, int]:
    """How many opposing stones each player holds."""
    return {color.value: count for color, count in game.prisoners.items()}
