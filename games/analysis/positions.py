"""A position as JSON data. Pure."""

from typing import Annotated

from games.analysis.affairs import AffairsBody, affairs_data
from games.analysis.scores import PrisonersBody, prisoners_data
from rules import Game, Phase

PhaseText = Annotated[str, ("enum", tuple(phase.value for phase in Phase))]
ColorText = Annotated[str, ("enum", ("b", "w"))]


class StandBody(AffairsBody):
    """A position. ``rows``: top first, X Black, O White, ``.`` empty.

    Members that only some rulesets have are present if they have content.
    """

    width: int
    height: int
    rows: list[str]
    to_play: Annotated[ColorText, ("description", "b or w")]
    phase: PhaseText
    prisoners: PrisonersBody
    last_move: str | None
    outcome: str | None


def stand_data(game: Game) -> StandBody:
    return {
        "width": game.board.width,
        "height": game.board.height,
        "rows": game.board.to_diagram(),
        "to_play": game.to_play.value,
        "phase": game.phase.value,
        "prisoners": prisoners_data(game),
        **affairs_data(game),
        "last_move": game.last_move,
        "outcome": str(game.outcome) if game.outcome else None,
    }


def last_stone(game: Game) -> str | None:
    """Return the last stone played that is still on the board, skipping passes and agreements after it."""
    before: Game | None = game
    while before is not None and before.last_move is None:
        before = before.previous
    at = before and before.last_move
    return at if at and game.board[at] else None
