"""Perfect play under Tromp-Taylor on the smallest boards, by exhaustive search through the engine.

The values are Black's margin without komi. A search asks one question, whether Black gets so many points;
a value is proved by two of them.
"""

import pytest

from rules import RULESETS, Action, Board, Color, Game, Pass, Phase, Play

TROMP_TAYLOR = RULESETS["tromp-taylor"]
Known = dict[tuple[object, ...], bool]


def black_gets(points: int, game: Game, seen: frozenset[Board], known: Known) -> bool:
    """Whether perfect play from here leaves Black a margin of so many points or more.

    The rest of a game depends on the board, the turn, the pass just made and every earlier board.
    """
    if game.phase is Phase.OVER:
        return game.score().margin >= points
    key = (game.board, game.to_play, game.passes, seen)
    if key not in known:
        black = game.to_play is Color.BLACK
        wins = (
            black_gets(points, after, seen | {after.board}, known) is black
            for after in _followers(game, points)
        )
        known[key] = any(wins) is black
    return known[key]


def _followers(game: Game, points: int) -> list[Game]:
    """Every next game, the most promising first: the order saves time and changes no value."""
    color = game.to_play
    passed = _games(game, Pass(color))
    plays = _games(game, *(Play(color, at) for at in game.board))
    plays.sort(key=lambda after: _promise(after, color), reverse=True)
    content = (game.score().margin >= points) is (color is Color.BLACK)
    return passed + plays if game.passes or content else plays + passed


def _games(game: Game, *actions: Action) -> list[Game]:
    return [after for after in map(game.apply, actions) if isinstance(after, Game)]


def _promise(game: Game, color: Color) -> float:
    ahead = game.score().margin if color is Color.BLACK else -game.score().margin
    return 10 * game.prisoners[color] + ahead


@pytest.mark.parametrize(
    ("width", "height", "value"),
    [(1, 1, 0), (2, 1, 0), (1, 2, 0), (3, 1, 3), (1, 3, 3), (4, 1, 4), (1, 4, 4), (5, 1, 0), (2, 2, 1)],
)
def test_tromp_taylor_perfect_play(width, height, value):
    game = Game.start(TROMP_TAYLOR, width, height)
    seen = frozenset({game.board})
    assert black_gets(value, game, seen, {})
    assert not black_gets(value + 1, game, seen, {})


@pytest.mark.parametrize(("opening", "value"), [("A1", -3), ("B1", 3), ("C1", -3)])
def test_on_three_points_in_a_row_the_middle_alone_wins(opening, value):
    game = Game.start(TROMP_TAYLOR, 3, 1)
    after = game.apply(Play(Color.BLACK, opening))
    assert isinstance(after, Game)
    seen = frozenset({game.board, after.board})
    assert black_gets(value, after, seen, {})
    assert not black_gets(value + 1, after, seen, {})
