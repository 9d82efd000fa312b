"""Records of games: legal moves at random until both pass or one resigns, as a file or move by move."""

from games.game import commands as games
from games.game.deciding import Act, TakeBack, WithdrawRecord
from games.game.loading import load
from games.sgf import write
from rules import Action, AgreeDead, Color, Game, Illegal, Pass, Play, Resign
from rules.board import Board
from tests.generated.chances import Chances
from tests.generated.orders import DESK, REFEREE, Orders
from tournaments.state.tournament import Pair

FILLED = 3  # most moves, as parts of the board
TRIES = 12


def record(orders: Orders, pair: Pair) -> None:
    """A game of the two."""
    game = load(pair.game_id).state.game
    actions = moves(orders.chances, game)
    if orders.chances.happens(75):
        sgf = as_file(game, actions, pair.komi, pair.handicap)
        orders.trying(lambda: games.receive_record(pair.game_id, sgf, orders.context(REFEREE)))
    else:
        for action in actions[:8]:
            _act(orders, pair, action)
    for action in _end(orders.chances, load(pair.game_id).state.game.to_play):
        _act(orders, pair, action)
    if orders.chances.happens(8):
        _undo(orders, pair)


def as_file(game: Game, actions: list[Action], komi: float, handicap: int) -> bytes:
    board = Board(game.board.width, game.board.height)
    stones = handicap if handicap > 1 else 0
    return write(board, actions, handicap=stones, komi=komi, ruleset=game.ruleset.name)


def moves(chances: Chances, game: Game) -> list[Action]:
    """As they would be played by somebody who knows the rules and nothing else."""
    played: list[Action] = []
    points = list(game.board)
    for _ in range(chances.number(1, len(points) * FILLED // 2)):
        action, after = _move(chances, game, points)
        if after is None:
            return played
        played.append(action)
        game = after
    return played


def _move(chances: Chances, game: Game, points: list[str]) -> tuple[Action, Game | None]:
    color = game.to_play
    for _ in range(TRIES):
        action = Play(color, chances.one(points))
        after = game.apply(action)
        if not isinstance(after, Illegal):
            return action, after
    after = game.apply(Pass(color))
    return Pass(color), None if isinstance(after, Illegal) else after


def _end(chances: Chances, color: Color) -> list[Action]:
    if chances.happens(40):
        return [Resign(chances.one((Color.BLACK, Color.WHITE)))]
    return [Pass(color), Pass(color.other), AgreeDead(())]


def _act(orders: Orders, pair: Pair, action: Action) -> None:
    orders.trying(lambda: games.change_record(pair.game_id, Act(action=action), orders.context(DESK)))


def _undo(orders: Orders, pair: Pair) -> None:
    """The desk takes turns back, or the whole record."""
    whole = orders.chances.happens(40)
    command = WithdrawRecord(reason="of another game") if whole else TakeBack(to_turn=1, reason="a slip")
    orders.trying(lambda: games.change_record(pair.game_id, command, orders.context(REFEREE)))
