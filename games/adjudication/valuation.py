"""Results with given dead strings, and the stones that the players agreed to be dead. Pure."""

from collections.abc import Iterable

from games.adjudication.finding import Case
from games.marking import marked
from rules import Accept, AgreeDead, Game, Phase
from rules.axes import Settling
from rules.scoring import by_score


def result_with_dead(game: Game, dead: Iterable[str]) -> str:
    """Return the result in SGF's notation if these strings are dead, as well as those proved dead.

    If points are agreed on (001), exactly these points are emptied.
    """
    if game.ruleset.settling is Settling.AGREED_POINTS:
        return str(by_score(game.score(dead), game.ruleset.ties))
    score = game.score_with(strings_of(game, dead) - set(game.proved_dead))
    return str(by_score(score, game.ruleset.ties))


def marking_texts(case: Case) -> list[str]:
    """Return what a stopped game counts with the stones that its record marks as dead, beside its claim."""
    game, record = case.state.game, case.state.record
    if game.phase is not Phase.STOPPED or not case.marked or not all(game.board[at] for at in case.marked):
        return []
    counts = marked(
        "The record marks %(points)s as dead; with these dead it counts %(result)s.",
        points=" ".join(case.marked),
        result=result_with_dead(game, case.marked),
    )
    claimed = record.claimed if record else ""
    return [counts, *([marked("The record claims %(result)s.", result=claimed)] if claimed else [])]


def strings_of(game: Game, points: Iterable[str]) -> set[str]:
    """Return every stone of the strings on the points."""
    board = game.board
    return {stone for at in points if board[at] for stone in board.string(at)}


def agreed_dead(before: Game, counted: Game) -> set[str]:
    """Return the stones that both players agreed to be dead when the game was counted; none after a pass."""
    last = counted.last_action
    if isinstance(last, AgreeDead) and counted.ruleset.settling is Settling.AGREED_POINTS:
        return set(last.points)
    if isinstance(last, AgreeDead):
        return strings_of(before, last.points) | set(before.proved_dead)
    if isinstance(last, Accept):
        black, white = (set(points or ()) for points in before.marks.values())
        return (black & white) | set(before.proved_dead)
    return set()
