"""A game turn by turn: what was done and what it changed on the board, to step through. Pure."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from games.analysis.positions import last_stone
from games.analysis.scores import PrisonersBody, owned, prisoners_data
from games.game.acting import event_of
from games.story.base import describe
from rules import Board, Game


class StepBody(TypedDict):
    """One turn. ``last_move``: where the last stone went, at this turn or before."""

    turn: int
    says: str
    stones: Annotated[dict[str, str], ("description", "Points that changed: b, w, or empty text for none")]
    last_move: str | None
    prisoners: PrisonersBody


class StepsBody(TypedDict):
    """Turn 0 is the start; the points of a counted game belong to ``owners`` after its last turn."""

    width: int
    height: int
    steps: list[StepBody]
    owners: dict[str, str]


def steps_data(games: Sequence[Game]) -> StepsBody:
    """``games``: the game after each turn, from its start on."""
    start, end = games[0], games[-1]
    empty = Board(start.board.width, start.board.height)
    counted = end.outcome is not None and end.outcome.by == "score"
    owners = owned(end.score(), end.board) if counted else {}
    boards = [empty, *(game.board for game in games)]
    turns = enumerate(zip(games, boards, strict=False))
    return {
        "width": empty.width,
        "height": empty.height,
        "steps": [_step(game, before, turn) for turn, (game, before) in turns],
        "owners": {at: owner.value for at, owner in owners.items()},
    }


def _step(game: Game, before: Board, turn: int) -> StepBody:
    return {
        "turn": turn,
        "says": describe(event_of(game.last_action), 0) if turn and game.last_action else "The start.",
        "stones": _changes(before, game.board),
        "last_move": last_stone(game),
        "prisoners": prisoners_data(game),
    }


def _changes(before: Board, after: Board) -> dict[str, str]:
    if before == after:
        return {}
    changed = (at for at in after if before[at] != after[at])
    return {at: color.value if (color := after[at]) else "" for at in changed}
