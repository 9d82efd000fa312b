"""Endings without a count: resignation, draws, no result, a player without any move."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.actions import AgreeDraw, DeclareDraw, Play, Resign
from rules.axes import Endless, Passing
from rules.illegal import Reason
from rules.point import Color
from rules.position import Position
from rules.scoring import NO_RESULT, Outcome, by_resignation, without_winner
from rules.standing import Phase

if TYPE_CHECKING:
    from rules.game import Game

_ENDLESS_AT = 3
_REPEATED_AT = 2


def resign(game: "Game", action: Resign) -> "Game | Reason":
    """The opponent wins, whoever's turn it is."""
    if action.color not in (Color.BLACK, Color.WHITE):
        return Reason.NOT_YOUR_TURN
    return game.follow(action, game.standing.ended(by_resignation(Color(action.color))))


def declare_draw(game: "Game", action: DeclareDraw) -> "Game | Reason":
    """A draw by right (004), by claim (002), or a claim of no result that the opponent may accept (000)."""
    endless = game.ruleset.endless
    claim = endless is Endless.NO_RESULT_ON_CLAIM
    if action.color not in ((Color.BLACK, Color.WHITE) if claim else (game.to_play,)):
        return Reason.NOT_YOUR_TURN
    if game.phase is not Phase.PLAY:
        return Reason.WRONG_PHASE
    if claim:
        return _claim_no_result(game, action)
    if endless is Endless.DRAW_RIGHT and game.draw_right is game.to_play:
        return _ended(game, action, "declared draw")
    if endless is Endless.DRAW_ON_CLAIM and occurrences(game, prisoners=True) >= _ENDLESS_AT:
        return _ended(game, action, "claimed draw")
    return Reason.NO_DRAW_RIGHT


def _claim_no_result(game: "Game", action: DeclareDraw) -> "Game | Reason":
    if occurrences(game) < _ENDLESS_AT:
        return Reason.NO_DRAW_RIGHT
    affairs = replace(game.standing.affairs, pending=Color(action.color))
    return game.follow(action, game.standing.but(affairs=affairs), memory=game.memory)


def agree_draw(game: "Game", action: AgreeDraw) -> "Game | Reason":
    """Both agree that there is no winner: a draw (002), or no result where a cycle allows it."""
    if game.phase not in (Phase.PLAY, Phase.STOPPED):
        return Reason.WRONG_PHASE
    match game.ruleset.endless:
        case Endless.DRAW_ON_CLAIM:
            return _ended(game, action, "agreed draw")
        case Endless.NO_RESULT_ON_CLAIM if game.standing.affairs.pending:
            return _ended(game, action, NO_RESULT)
        case Endless.NO_RESULT_ON_AGREEMENT if occurrences(game) >= _REPEATED_AT:
            return _ended(game, action, NO_RESULT)
    return Reason.NO_DRAW_RIGHT


def _ended(game: "Game", action: DeclareDraw | AgreeDraw, by: str) -> "Game":
    return game.follow(action, game.standing.ended(without_winner(by)))


def occurrences(game: "Game", *, prisoners: bool = False) -> int:
    """How often the board stood with the same player to move, and prisoner difference if asked for.

    Passing alone repeats nothing: between two occurrences lies a play.
    """
    seen, counting = 0, True
    at: Position | None = game
    while at is not None:
        if counting and _alike(at, game, prisoners=prisoners):
            seen, counting = seen + 1, False
        counting = counting or isinstance(at.last_action, Play)
        at = at.previous
    return seen


def _alike(at: Position, game: "Game", *, prisoners: bool) -> bool:
    same = at.black == game.black and at.white == game.white and at.to_play is game.to_play
    return same and (not prisoners or _difference(at) == _difference(game))


def _difference(at: Position) -> int:
    """Black's prisoners less White's: the positions of a line are games."""
    held: dict[Color, int] = getattr(at, "prisoners")  # noqa: B009  # a Position cannot name Game
    return held[Color.BLACK] - held[Color.WHITE]


def unless_stuck(game: "Game") -> "Game":
    """The same game, or its end where the player to move has no placement, delay or draw (004 rule 9)."""
    color, affairs = game.to_play, game.standing.affairs
    if game.ruleset.passing is not Passing.DELAY or affairs.ultimates.of(color):
        return game
    if game.prisoners[color] or affairs.draw_right is color or game.can_play(color):
        return game
    outcome = Outcome(winner=color.other, margin=None, by="no move left")
    return game.amended(game.standing.ended(outcome))
