"""What a position is worth, and which stones its last action took off it by agreement. Pure."""

from collections.abc import Iterable

from rules import Accept, AgreeDead, Game
from rules.axes import Settling
from rules.scoring import by_score


def result_with_dead(game: Game, dead: Iterable[str]) -> str:
    """The result of a position with these strings dead, as SGF has it, beside those that are proved so.

    Where points are agreed on (001), with exactly these points empty.
    """
    if game.ruleset.settling is Settling.AGREED_POINTS:
        return str(by_score(game.score(dead), game.ruleset.ties))
    score = game.score_with(strings_of(game, dead) - set(game.proved_dead))
    return str(by_score(score, game.ruleset.ties))


def strings_of(game: Game, points: Iterable[str]) -> set[str]:
    """Every stone of the strings on the points."""
    board = game.board
    return {stone for at in points if board[at] for stone in board.string(at)}


def agreed_dead(before: Game, counted: Game) -> set[str]:
    """The stones that both players took for dead when the game was counted; none after its last pass."""
    last = counted.last_action
    if isinstance(last, AgreeDead) and counted.ruleset.settling is Settling.AGREED_POINTS:
        return set(last.points)
    if isinstance(last, AgreeDead):
        return strings_of(before, last.points) | set(before.proved_dead)
    if isinstance(last, Accept):
        black, white = (set(points or ()) for points in before.marks.values())
        return (black & white) | set(before.proved_dead)
    return set()
