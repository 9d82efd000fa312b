"""How fast a record is replayed, beside sgfmill's bare board.

The rows of the group "replay" play the same 250 moves: sgfmill's ``Board.play``, which checks neither turn
nor repetition, and ``rules.replay`` under every preset with everything checked and kept. The one to read is
the ratio in one run; ``python -m tests.benchmarks.test_replay`` prints a table of all presets: microseconds a
move, the ratio, the memory of the finished game, and how long its points and its score take.
"""

import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import pytest
from sgfmill import boards

from rules import RULESETS, Board, Color, Game, Illegal, Play, Replay, Ruleset, parse_vertex, replay
from tests.benchmarks.running import print_help

MOVES, SIDE = 250, 19
RULES = RULESETS["ultimate"]  # whatever it allows, every preset does: no suicide, no board twice
presets = pytest.mark.parametrize("ruleset", list(RULESETS.values()), ids=str)


def sensible_game(seed: int) -> list[Play]:
    """Legal plays drawn at random, most of them close to the last one; nobody fills his own eye."""
    draw = Random(seed)
    game = Game.start(RULES, SIDE)
    plays: list[Play] = []
    while len(plays) < MOVES:
        plays.append(Play(game.to_play, draw.choice(_choices(game, draw))))
        after = game.apply(plays[-1])
        assert isinstance(after, Game)
        game = after
    return plays


def _choices(game: Game, draw: Random) -> list[str]:
    board, color = game.board, game.to_play
    points = [at for at, why in game.legal_points(color).items() if why is None]
    sensible = [at for at in points if any(board[side] != color for side in WITHIN[1][at])]
    close = [at for at in sensible if at in WITHIN[4].get(game.last_move, ())]
    return close if close and draw.random() < 0.7 else sensible


def _within(distance: int) -> dict[str, set[str]]:
    """The points at most that many steps from each point, itself left out."""
    cells = {at: parse_vertex(at) for at in Board(SIDE)}
    return {
        at: {other for other, (x, y) in cells.items() if 0 < abs(x - column) + abs(y - row) <= distance}
        for at, (column, row) in cells.items()
    }


WITHIN = {distance: _within(distance) for distance in (1, 4)}


def played_by_sgfmill(moves: list[tuple[int, int, str]]) -> boards.Board:
    board = boards.Board(SIDE)
    for row, column, color in moves:
        board.play(row, column, color)
    return board


def for_sgfmill(plays: list[Play]) -> list[tuple[int, int, str]]:
    """Row, column and colour of each play."""
    points = [parse_vertex(play.at) for play in plays]
    return [(row, column, play.color.value) for (column, row), play in zip(points, plays, strict=True)]


@pytest.fixture(scope="module")
def plays():
    return sensible_game(seed=1)


@pytest.mark.benchmark(group="replay")
def test_sgfmill(benchmark, plays):
    board = benchmark(played_by_sgfmill, for_sgfmill(plays))
    assert len(board.list_occupied_points()) > SIDE


@presets
@pytest.mark.benchmark(group="replay")
def test_rules(benchmark, plays, ruleset):
    told = benchmark(replay, ruleset, plays)
    assert told.first_illegal is None
    occupied = played_by_sgfmill(for_sgfmill(plays)).list_occupied_points()
    stones = [told.game.board.count(color) for color in Color]
    assert stones == [sum(owner == color.value for owner, _ in occupied) for color in Color]


@presets
@pytest.mark.benchmark(group="late board: points")
def test_legal_points(benchmark, plays, ruleset):
    late = replay(ruleset, plays).game
    answers = benchmark(late.legal_points, late.to_play)
    assert sum(isinstance(why, Illegal) for why in answers.values()) >= late.stones


@presets
@pytest.mark.benchmark(group="late board: score")
def test_score(benchmark, plays, ruleset):
    late = replay(ruleset, plays).game
    dead = late.board.stones(Color.WHITE)[:1]
    score = benchmark(late.score, dead)
    assert len(score.owners) == SIDE * SIDE


@presets
def test_a_finished_game_takes_little_memory(plays, ruleset):
    assert _kilobytes(ruleset, plays) < 300


def _kilobytes(ruleset: Ruleset, plays: list[Play]) -> float:
    """What a finished game keeps alive, beside its actions and the tables that all games share."""
    replay(ruleset, plays[:1])
    tracemalloc.start()
    try:
        told = replay(ruleset, plays)
        assert told.game.turn == MOVES
        return tracemalloc.get_traced_memory()[0] / 1000
    finally:
        tracemalloc.stop()


def _seconds(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def _best(work: Callable[[], object], rounds: int = 30) -> float:
    return min(_seconds(work) for _ in range(rounds))


def main(rounds: int = 100) -> None:
    """Print the table: both take turns, so that a busy machine slows them alike."""
    plays = sensible_game(seed=1)
    moves = for_sgfmill(plays)
    head = ("", "us/move", "sgfmill", "ratio", "median", "kB", "points ms", "score ms")
    sys.stdout.write("{:24}{:>9}{:>9}{:>8}{:>8}{:>8}{:>11}{:>10}\n".format(*head))
    for name, ruleset in RULESETS.items():
        sys.stdout.write(f"{name:24}{_row(ruleset, plays, moves, rounds)}\n")


def _row(ruleset: Ruleset, plays: list[Play], moves: list[tuple[int, int, str]], rounds: int) -> str:
    def ours() -> Replay:
        return replay(ruleset, plays)

    pairs = [(_seconds(lambda: played_by_sgfmill(moves)), _seconds(ours)) for _ in range(rounds)]
    sgfmill, rules = (min(times) / MOVES * 1e6 for times in zip(*pairs, strict=True))
    ratio = median(one / other for one, other in pairs)
    late = ours().game
    points = _best(lambda: late.legal_points(late.to_play)) * 1e3
    dead = late.board.stones(Color.WHITE)[:1]
    score = _best(lambda: late.score(dead)) * 1e3
    figures = f"{rules:9.2f}{sgfmill:9.2f}{sgfmill / rules:8.2f}{ratio:8.2f}"
    return f"{figures}{_kilobytes(ruleset, plays):8.0f}{points:11.3f}{score:10.3f}"


if __name__ == "__main__":
    print_help(__doc__)
    main()
