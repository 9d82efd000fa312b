"""The replay of a record: its valid prefix, and the first action that the rules refuse."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.actions import Action, Play
from rules.board import Board
from rules.game import Game
from rules.illegal import Illegal
from rules.plays import play
from rules.point import Color, as_tuple
from rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstIllegal:
    """The first refused action, and its ``turn``, counted from 1."""

    turn: int
    action: Action
    illegal: Illegal


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The game after the valid prefix, and the first illegal action or None."""

    game: Game
    first_illegal: FirstIllegal | None


def replay(
    ruleset: Ruleset,
    actions: Iterable[Action],
    *,
    board: Board | None = None,
    width: int = 19,
    height: int | None = None,
    to_play: Color = Color.BLACK,
    handicap: int = 0,
) -> Replay:
    """Play the actions from the start that the other arguments describe, as in :meth:`Game.start`.

    Stops at the first illegal action; no action raises. Raises ValueError only if no such game can start.
    """
    game = Game.start(ruleset, width, height, board=board, to_play=to_play, handicap=handicap)
    return proceed(game, actions)


def proceed(game: Game, actions: Iterable[Action]) -> Replay:
    """Play actions from an existing game, as :func:`replay` does. ValueError for anything but a game."""
    if not isinstance(game, Game):
        raise ValueError(f"not a game: {game!r}")  # noqa: TRY004  # as any other value that does not fit
    for action in as_tuple(actions, "a list of actions"):
        after = play(game, action) if game.quiet and type(action) is Play else game.apply(action)
        if isinstance(after, Illegal):
            refused = FirstIllegal(turn=game.turn + 1, action=action, illegal=after)
            return Replay(game=game, first_illegal=refused)
        game = after
    return Replay(game=game, first_illegal=None)
