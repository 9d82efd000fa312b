"""A game turn by turn: each action and its changes to the board."""

from collections.abc import Sequence
from itertools import count, pairwise
from typing import Annotated, TypedDict

from django.utils.translation import gettext, ngettext

from games.analysis.positions import PrisonersBody, counted_dead, last_stone, owned_points, prisoners_data
from games.colours import ColourOrEmpty, colour_name
from games.game.action_events import event_of
from games.rest.bodies import OptionalText
from games.speaking import translate
from games.story.base import describe
from rules import AgreeDead, Color, Game, Pass, Phase, Play, Resign


class StepBody(TypedDict):
    """One turn. ``last_move``: the point of the last stone, played at this turn or before."""

    turn: int
    says: str
    stones: Annotated[
        dict[str, OptionalText], ("description", "Points that changed: black, white, or null for none")
    ]
    last_move: str | None
    prisoners: PrisonersBody
    to_play: ColourOrEmpty


class StepsBody(TypedDict):
    """Turn 0 is the start; ``owners`` and ``dead`` belong to a counted game after its last turn.

    ``dead``: stones that were counted as dead, whether they still stand on that board or not.
    """

    width: int
    height: int
    steps: list[StepBody]
    owners: dict[str, str]
    dead: dict[str, str]


def steps_data(games: Sequence[Game]) -> StepsBody:
    """Return the steps of the games after each turn, the first of which is the start."""
    end = games[-1]
    counted = end.outcome is not None and end.outcome.by == "score"
    owners = owned_points(end.score(), end.board) if counted else {}
    return {
        "width": end.board.width,
        "height": end.board.height,
        "steps": list(map(_step, count(), [None, *games], games)),
        "owners": {at: colour_name(owner) for at, owner in owners.items()},
        "dead": {at: colour_name(color) for at, color in counted_dead(end).items()},
    }


def sentences(games: Sequence[Game]) -> list[str]:
    """Return the sentence of each turn, including the start."""
    return [
        _start_text(),
        *(_turn_text(before, game, turn) for turn, (before, game) in enumerate(pairwise(games), 1)),
    ]


def to_play(game: Game) -> Color | None:
    """Return the player to move; None if the game waits for both players or is over."""
    return None if game.phase in (Phase.STOPPED, Phase.OVER) else game.to_play


def _step(turn: int, before: Game | None, game: Game) -> StepBody:
    mover = to_play(game)
    return {
        "turn": turn,
        "says": _turn_text(before, game, turn) if before else _start_text(),
        "stones": _changes(before, game),
        "last_move": last_stone(game),
        "prisoners": prisoners_data(game),
        "to_play": colour_name(mover),
    }


def _start_text() -> str:
    return gettext("The start.")


def _turn_text(before: Game, game: Game, turn: int) -> str:
    """Return the sentence of a turn, such as "Move 34: White D4, captures 2 stones."."""
    action = game.last_action
    if action is None:
        return _start_text()
    if isinstance(action, Play):
        taken = game.prisoners[action.color] - before.prisoners[action.color]
        return _play_text(action, taken) % {"turn": turn, "at": game.last_move, "taken": taken}
    if isinstance(action, Pass | Resign):
        return _pass_or_resignation_text(action) % {"turn": turn}
    if isinstance(action, AgreeDead):
        return gettext("Turn %(turn)d: both agree on the dead stones.") % {"turn": turn}
    return gettext("Turn %(turn)d: %(what)s") % {
        "turn": turn,
        "what": translate(describe(event_of(action), 0)),
    }


def _play_text(action: Play, taken: int) -> str:
    black = action.color == Color.BLACK
    if not taken:
        return gettext("Move %(turn)d: Black %(at)s.") if black else gettext("Move %(turn)d: White %(at)s.")
    if black:
        return ngettext(
            "Move %(turn)d: Black %(at)s, captures %(taken)d stone.",
            "Move %(turn)d: Black %(at)s, captures %(taken)d stones.",
            taken,
        )
    return ngettext(
        "Move %(turn)d: White %(at)s, captures %(taken)d stone.",
        "Move %(turn)d: White %(at)s, captures %(taken)d stones.",
        taken,
    )


def _pass_or_resignation_text(action: Pass | Resign) -> str:
    black = action.color == Color.BLACK
    if isinstance(action, Pass):
        return gettext("Turn %(turn)d: Black passes.") if black else gettext("Turn %(turn)d: White passes.")
    return gettext("Turn %(turn)d: Black resigns.") if black else gettext("Turn %(turn)d: White resigns.")


def _changes(before: Game | None, after: Game) -> dict[str, str]:
    """Return the points that changed. It compares sets of points, because a turn changes few of them."""
    black, white = (before.black, before.white) if before else (0, 0)
    changed = after.setting.grid.names((black ^ after.black) | (white ^ after.white))
    return {at: colour_name(after.board[at]) for at in changed}
