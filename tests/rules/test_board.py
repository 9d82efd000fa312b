import pytest

from rules import Board, Color

ROWS = ["X.O", "...", ".XX"]


def test_diagram_round_trip():
    assert Board.from_diagram(ROWS).to_diagram() == ROWS
    assert Board.from_diagram(["X . O", " . . .", ". X X"]).to_diagram() == ROWS


@pytest.mark.parametrize("rows", [[], [""], ["..", "."], ["x."], ["." * 53]])
def test_rejects_bad_diagram(rows):
    with pytest.raises(ValueError, match=r"not a row|1 to 52"):
        Board.from_diagram(rows)


def test_points_are_looked_up_by_vertex():
    board = Board.from_diagram(ROWS)
    assert [board["A3"], board["c3"], board["B2"]] == [Color.BLACK, Color.WHITE, None]
    assert "A3" in board
    assert "D1" not in board
    assert 3 not in board
    with pytest.raises(ValueError, match="not a point on 3x3"):
        board["D1"]


def test_iterating_gives_every_point_from_the_bottom_left():
    assert list(Board(2, 3)) == ["A1", "B1", "A2", "B2", "A3", "B3"]
    assert len(Board(2, 3)) == 6


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (53, 1), (1, 53), (-1, 5)])
def test_a_board_has_1_to_52_columns_and_rows(size):
    with pytest.raises(ValueError, match="1 to 52"):
        Board(*size)


def test_stones_strings_and_liberties():
    board = Board.from_diagram(ROWS)
    assert board.stones(Color.BLACK) == ["B1", "C1", "A3"]
    assert board.count(Color.WHITE) == 1
    assert board.string("C1") == ["B1", "C1"]
    assert board.liberties("C1") == ["A1", "B2", "C2"]
    assert board.string("A1") == board.liberties("A1") == []


def test_rows_do_not_join_at_the_edge():
    board = Board.from_diagram(["X....", "....X"])
    assert board.liberties("A2") == ["A1", "B2"]
    assert board.liberties("E1") == ["D1", "E2"]


def test_set_up_captures_nothing_and_reports_strings_without_liberties():
    board = Board.from_diagram(["...", "XX.", "..."])
    after = board.with_stones(white=["A1", "B1"], black=["C1"], empty=["A2"])
    assert after.to_diagram() == ["...", ".X.", "OOX"]
    assert after.without_liberty() == []
    filled = after.with_stones(black=["A2"])
    assert filled.without_liberty() == ["A1", "B1"]
    assert board.to_diagram() == ["...", "XX.", "..."]


def test_a_full_board_breathes_nowhere():
    board = Board.from_diagram(["XO", "OX"])
    assert board.without_liberty() == list(board)


def test_rejects_set_up_off_the_board():
    with pytest.raises(ValueError, match="not a point on 3x3"):
        Board(3).with_stones(black=["D1"])


def test_boards_are_values():
    board = Board.from_diagram(ROWS)
    again = Board(3).with_stones(black=["A3", "B1", "C1"], white=["C3"])
    assert board == again
    assert len({board, again, Board(3)}) == 2
    assert Board(3, 4) != Board(4, 3)
    assert board != ROWS
    assert eval(repr(board)) == board


def test_the_largest_board():
    board = Board(52).with_stones(black=["BB52", "BB51"], white=["BA52"])
    assert board.liberties("BB52") == ["BB50", "BA51"]
    assert board.width == board.height == 52


def test_boards_are_equal_however_many_other_sizes_came_between():
    before = Board(3, 2)
    for side in range(1, 53):
        Board(side, 1)
    assert Board(3, 2) == before
    assert hash(Board(3, 2)) == hash(before)
