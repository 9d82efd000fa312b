"""Superko on long lines: what it costs, that it forgets nothing, and that branches share what stood before.

Twelve kos on one board are taken to and fro as the digits of a Gray code change: the number of stones is
always the same and no board comes twice, so that nothing but the boards themselves tells positions apart.
"""

from collections.abc import Iterator
from math import log2
from random import Random

import pytest

from rules import RULESETS, Board, Color, Game, Illegal, Pass, Play, Reason, format_vertex
from rules.earlier_positions import COMPARED_ONE_BY_ONE
from rules.position import TurnIndex

KO = [".XO.", "XO.O", ".XO."]  # Black takes at C2, White then at B2
ACROSS, DOWN = 4, 3
SUPERKO = ["positional", "situational", "natural_situational", "situational_unless_multi_capture"]
KOS = range(ACROSS * DOWN)


class Counted(Game):
    """A game that counts how often one of its boards is read."""

    __slots__ = ("_black",)
    read = 0

    @property
    def black(self) -> int:
        Counted.read += 1
        return self._black

    @black.setter
    def black(self, points: int) -> None:
        self._black = points


def begun(repetition: str, kind: type[Game] = Game) -> Game:
    rules = RULESETS["tromp-taylor"].replace(repetition=repetition, stopping="two_stop_four_end")
    return kind.start(rules, board=Board.from_diagram([row * ACROSS for row in KO] * DOWN))


def capture(game: Game, ko: int) -> Play:
    """The play that takes one ko, whoever's it is."""
    column, row = 4 * (ko % ACROSS), 3 * (ko // ACROSS) + 1
    left, right = (format_vertex(column + step, row) for step in (1, 2))
    return Play(Color.WHITE, left) if game.board[left] is None else Play(Color.BLACK, right)


def taken(game: Game, ko: int) -> Game | Illegal:
    """After that capture; where it is not its player's turn, the other passes first."""
    play = capture(game, ko)
    if game.to_play != play.color:
        game = game.apply(Pass(game.to_play))
    return game.apply(play)


def gray(game: Game, boards: int) -> Game:
    for number in range(1, boards):
        game = taken(game, (number & -number).bit_length() - 1)
    return game


def boards_read(repetition: str, boards: int) -> int:
    game = begun(repetition, Counted)
    Counted.read = 0
    assert isinstance(gray(game, boards), Counted)
    return Counted.read


@pytest.mark.parametrize("repetition", SUPERKO)
def test_a_play_reads_as_many_boards_late_in_a_line_as_early(repetition):
    short, long = boards_read(repetition, 250), boards_read(repetition, 1000)
    assert short > 250
    assert long < 4.5 * short


def repeats(earlier: Game, after: Game, repetition: str) -> bool:
    """What the rules' texts say, of two positions."""
    if earlier.board != after.board:
        return False
    if repetition == "positional":
        return True
    if repetition == "natural_situational":
        return isinstance(earlier.last_action, Play) and earlier.last_action.color == after.last_action.color
    return earlier.to_play == after.to_play


def first_repeated(game: Game, play: Play, repetition: str) -> int | None:
    """By comparing every position of the line."""
    free = Game.start(game.ruleset.replace(repetition="none"), board=game.board, to_play=game.to_play)
    after = free.apply(play)
    return min((at.turn for at in game.line() if repeats(at, after, repetition)), default=None)


def wandering(game: Game, draw: Random, turns: int) -> Iterator[Game]:
    """Kos taken at random, among them many that would repeat a board, which are then passed."""
    for _ in range(turns):
        play = capture(game, draw.choice(KOS[:6]))
        after = game.apply(play) if play.color == game.to_play else game.apply(Pass(game.to_play))
        if isinstance(after, Illegal) or after.passes > 2:
            continue
        yield (game := after)


@pytest.mark.parametrize("repetition", SUPERKO)
def test_refusals_equal_those_of_full_comparison(repetition):
    refused = allowed = 0
    for game in wandering(begun(repetition), Random(1), 300):
        for ko in KOS[:6]:
            play = capture(game, ko)
            if play.color != game.to_play:
                continue
            turn, answer = first_repeated(game, play, repetition), game.apply(play)
            if turn is None:
                allowed += isinstance(answer, Game)
                assert isinstance(answer, Game)
            else:
                refused += game.turn - turn > COMPARED_ONE_BY_ONE
                assert (answer.reason, answer.repeats_turn) == (Reason.SUPERKO, turn)
    assert refused > 10, allowed
    assert allowed > 100


def test_branch_knows_only_its_own_past():
    fork = gray(begun("positional"), 100)
    here, there = (gray(taken(fork, ko), 100) for ko in (8, 9))
    same = taken(taken(there, 8), 9)
    assert same.board == here.board
    for game in (here, same):  # without the eighth ko, it is the board at the start
        answer = taken(game, 8)
        assert (answer.reason, answer.repeats_turn) == (Reason.SUPERKO, 0)


def test_no_name_is_copied_often_and_few_parts_are_asked():
    seen, copied, names = TurnIndex(str), 0, 3000
    for turn in range(names):
        seen = seen.then({turn: turn})
        copied += len(seen.parts[-1])
    assert copied < 2 * names * log2(names)
    assert len(seen.parts) <= log2(names)
    assert [seen.first(turn) for turn in (0, 1, 1500, 2999, 3000)] == [0, 1, 1500, 2999, None]


def test_the_first_turn_of_a_name_stays():
    seen = TurnIndex(str).then({"a": 1, "b": 2}).then({"a": 7, "c": 8, "d": 9})
    assert [seen.first(name) for name in "abcd"] == [1, 2, 8, 9]


def test_index_does_not_change_when_extended():
    one = TurnIndex(str).then({"a": 1})
    two = one.then({"b": 2})
    assert (one.first("b"), two.first("b")) == (None, 2)
