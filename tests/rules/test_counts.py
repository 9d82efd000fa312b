"""Known totals of small boards."""

from itertools import product

import pytest

from rules import RULESETS, Board, Color, Game, Pass, Phase, Play


def _boards(width: int, height: int):
    for signs in product(".XO", repeat=width * height):
        yield Board.from_diagram(["".join(signs[row * width : (row + 1) * width]) for row in range(height)])


@pytest.mark.parametrize(
    ("width", "height", "positions"), [(1, 1, 1), (2, 2, 57), (2, 3, 489), (1, 5, 113), (3, 3, 12675)]
)
def test_legal_positions(width, height, positions):
    assert sum(not board.without_liberty() for board in _boards(width, height)) == positions


def _games(game: Game) -> int:
    """How many different games go on from here to their end by two passes."""
    plays = [Play(game.to_play, at) for at, why in game.legal_points(game.to_play).items() if why is None]
    followers = [game.apply(action) for action in [*plays, Pass(game.to_play)]]
    return sum(1 if after.phase is Phase.OVER else _games(after) for after in followers)


@pytest.mark.parametrize(("width", "games"), [(1, 1), (2, 9), (3, 907)])
def test_tromp_taylor_games(width, games):
    """A game is a whole sequence of turns, plays and passes, up to the two passes that end it."""
    assert _games(Game.start(RULESETS["tromp-taylor"], width, 1)) == games


def test_the_games_of_a_column_are_those_of_a_row():
    assert _games(Game.start(RULESETS["tromp-taylor"], 1, 3)) == 907


def test_no_game_on_one_point_is_without_a_legal_play_but_a_stone_that_stays():
    game = Game.start(RULESETS["tromp-taylor"], 1, 1)
    assert game.legal_points(Color.BLACK)["A1"].repeats_turn == 0
