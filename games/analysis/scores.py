"""Scores as JSON data. Pure."""

from dataclasses import asdict
from typing import Annotated, TypedDict, cast

from rules import Board, Color, Game, Score

_SIGNS = {Color.BLACK: "X", Color.WHITE: "O", None: "."}


class TallyBody(TypedDict):
    stones: int
    territory: int
    dead: int
    prisoners: int
    tokens: Annotated[float, ("description", "Points for pass tokens in hand")]
    button: Annotated[float, ("description", "Points for the button, to who took it")]
    fines: Annotated[float, ("description", "Points lost by illegal moves")]
    komi: float
    compensation: Annotated[float, ("description", "Points for handicap stones")]
    total: float


class ScoreBody(TypedDict):
    """A score.

    ``margin``: Black's total less White's; ``owner``: the owner of each point, in rows as of the board.
    """

    black: TallyBody
    white: TallyBody
    margin: float
    winner: Annotated[str, ("enum", ["b", "w", ""])]
    owner: list[str]


class PrisonersBody(TypedDict):
    """The number of opposing stones that each player holds."""

    b: int
    w: int


def score_data(score: Score, board: Board) -> ScoreBody:
    signs = [_SIGNS[score.owners[at]] for at in board]
    last = len(signs) - board.width
    return {
        "black": cast("TallyBody", asdict(score.black)),
        "white": cast("TallyBody", asdict(score.white)),
        "margin": score.margin,
        "winner": score.winner.value if score.winner else "",
        "owner": ["".join(signs[begin : begin + board.width]) for begin in range(last, -1, -board.width)],
    }


def owned_points(score: Score, board: Board) -> dict[str, Color]:
    """Return the points that count for a colour which has no stone there, as marked in a diagram."""
    return {at: owner for at, owner in score.owners.items() if owner and board[at] != owner}


def counted_dead(game: Game) -> dict[str, Color]:
    """Return the dead stones of a counted game: those whose points count for the opponent."""
    before = game.previous
    if before is None or game.outcome is None or game.outcome.by != "score":
        return {}
    stones = {at: color for color in Color for at in before.board.stones(color)}
    owners = game.score().owners
    return {at: color for at, color in stones.items() if owners[at] is color.other}


def prisoners_data(game: Game) -> PrisonersBody:
    return {"b": game.prisoners[Color.BLACK], "w": game.prisoners[Color.WHITE]}
