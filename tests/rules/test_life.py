"""Unconditional life: KataGo's boards (rules_life.json), laws, and Benson's theorem played out."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, Board, Color, Game, Pass, Play, pass_alive
from tests.rules.records import read, start
from tests.rules.test_seki import TURNS, swapped, turned

DATA = read("rules_life.json")
FREE = RULESETS["tromp-taylor"].replace(repetition="none")
SUICIDE = {"forbidden": False, "multi_stone": True, "allowed": True}


def named(case) -> str:
    return case["id"]


def held(rows: list[str], suicide: bool = False) -> list[str]:
    """X and O for the stones and points that live; it fails where both hold one."""
    points = pass_alive(Board.from_diagram(rows), suicide=suicide)
    assert not set(points[Color.BLACK]) & set(points[Color.WHITE])
    empty = Board(len(rows[0]), len(rows))
    return empty.with_stones(black=points[Color.BLACK], white=points[Color.WHITE]).to_diagram()


@pytest.mark.parametrize(("key", "suicide"), [("without_suicide", False), ("with_suicide", True)])
@pytest.mark.parametrize("case", DATA["boards"], ids=named)
def test_pass_alive_stones_and_points(case, key, suicide):
    assert held(case["board"].split("/"), suicide) == case[key].split("/")


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("case", DATA["boards"], ids=named)
def test_colours_can_be_swapped(case, suicide):
    rows = case["board"].split("/")
    assert held(swapped(rows), suicide) == swapped(held(rows, suicide))


@pytest.mark.parametrize("how", TURNS)
@pytest.mark.parametrize("case", DATA["boards"], ids=named)
def test_boards_can_be_turned(case, how):
    rows = case["board"].split("/")
    assert held(turned(rows, how)) == turned(held(rows), how)


def test_the_empty_board_holds_nothing():
    assert pass_alive(Board(19)) == {Color.BLACK: [], Color.WHITE: []}


def test_two_eyes_live_and_hold_the_stone_in_one_of_them():
    assert held(["XOX.", "X.XX", "XXX."]) == ["XXXX", "XXXX", "XXXX"]


def test_one_eye_is_not_enough():
    assert held([".XXO", "XXXO", "OOO."]) == ["....", "....", "...."]


def test_two_points_beside_no_living_stone_leave_room_to_live():
    rows = [".X.X....", "XXXX....", "........", "........"]
    assert held(rows) == ["XXXX....", "XXXX....", "........", "........"]


def boards(sign: str) -> st.SearchStrategy[Board]:
    """Boards of at most 4x4, mostly of one colour, as life needs it; without breathless strings."""

    def rows(size: tuple[int, int]) -> st.SearchStrategy[list[str]]:
        row = st.text(alphabet=f"{sign * 8}...XO", min_size=size[0], max_size=size[0])
        return st.lists(row, min_size=size[1], max_size=size[1])

    sizes = st.tuples(st.integers(2, 4), st.integers(2, 4))
    return sizes.flatmap(rows).map(Board.from_diagram).filter(lambda board: not board.without_liberty())


@given(boards("X"), st.sampled_from(sorted(SUICIDE)), st.lists(st.integers(0, 999), max_size=40))
def test_whatever_the_opponent_plays_they_are_never_captured(board, suicide, numbers):
    held_points = pass_alive(board, suicide=SUICIDE[suicide])[Color.BLACK]
    alive = [at for at in held_points if board[at] is Color.BLACK]
    game = start(FREE.replace(suicide=suicide), board.to_diagram(), Color.WHITE)
    for number in numbers:
        legal = [at for at, why in game.legal_points(Color.WHITE).items() if why is None]
        if not legal:
            break
        game = game.apply(Play(Color.WHITE, legal[number % len(legal)])).apply(Pass(Color.BLACK))
        assert all(game.board[at] is Color.BLACK for at in alive)


@cache
def capturable(board: Board) -> frozenset[str]:
    """Black's stones that White can capture if Black only passes and suicide is forbidden, by trying all."""
    game = Game.start(FREE.replace(suicide="forbidden"), board=board, to_play=Color.WHITE)
    lost: set[str] = set()
    for at, why in game.legal_points(Color.WHITE).items():
        if why is None:
            after = game.apply(Play(Color.WHITE, at)).board
            lost |= {*board.stones(Color.BLACK)} - {*after.stones(Color.BLACK)} | capturable(after)
    return frozenset(lost)


@pytest.mark.parametrize(("width", "height"), [(5, 1), (3, 2), (4, 2), (3, 3)])
def test_without_suicide_exactly_the_stones_that_cannot_be_captured_live(width, height):
    for signs in product(".XO", repeat=width * height):
        board = Board.from_diagram(["".join(signs[row * width :][:width]) for row in range(height)])
        if not board.without_liberty():
            black = {*board.stones(Color.BLACK)}
            assert black & {*pass_alive(board)[Color.BLACK]} == black - capturable(board), board
