"""A game turn by turn: what was done and what it changed on the board, to step through. Pure."""

from collections.abc import Sequence
from itertools import count
from typing import Annotated, TypedDict

from games.analysis.positions import last_stone
from games.analysis.scores import PrisonersBody, owned, prisoners_data
from games.game.acting import event_of
from games.story.base import describe
from rules import Game


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
    end = games[-1]
    counted = end.outcome is not None and end.outcome.by == "score"
    owners = owned(end.score(), end.board) if counted else {}
    return {
        "width": end.board.width,
        "height": end.board.height,
        "steps": list(map(_step, count(), [None, *games], games)),
        "owners": {at: owner.value for at, owner in owners.items()},
    }


def sentences(games: Sequence[Game]) -> list[str]:
    """What was done in each turn, the start included."""
    return [_says(game) for game in games]


def _step(turn: int, before: Game | None, game: Game) -> StepBody:
    return {
        "turn": turn,
        "says": _says(game),
        "stones": _changes(before, game),
        "last_move": last_stone(game),
        "prisoners": prisoners_data(game),
    }


def _says(game: Game) -> str:
    return describe(event_of(game.last_action), 0) if game.last_action else "The start."


def _changes(before: Game | None, after: Game) -> dict[str, str]:
    """By the engine's sets: a turn changes few of the points that it would be to look at."""
    black, white = (before.black, before.white) if before else (0, 0)
    changed = after.setting.grid.names((black ^ after.black) | (white ^ after.white))
    return {at: color.value if (color := after.board[at]) else "" for at in changed}
