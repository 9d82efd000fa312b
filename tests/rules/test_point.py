import pytest

from rules import Color, format_vertex, parse_vertex, sgf_to_vertex, vertex_to_sgf


def test_columns_skip_i_and_go_on_after_z_with_two_letters():
    names = [format_vertex(column, 0)[:-1] for column in range(52)]
    assert "".join(names[:25]) == "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    assert names[25:27] == ["AA", "AB"]
    assert names[33:35] == ["AJ", "AK"]
    assert names[49:] == ["AZ", "BA", "BB"]


def test_vertices_and_columns_with_rows_are_inverse():
    for column in range(52):
        for row in range(52):
            assert parse_vertex(format_vertex(column, row)) == (column, row)


def test_accepts_lower_case_vertex():
    assert parse_vertex("q16") == (15, 15)


@pytest.mark.parametrize(
    "text", ["", "D", "4", "I5", "D0", "D04", "D53", "BC1", "D4 ", "4D", "\u017f4", "D\u0664", "dd"]
)
def test_rejects_invalid_vertex(text):
    with pytest.raises(ValueError, match="not a point"):
        parse_vertex(text)


@pytest.mark.parametrize(
    ("vertex", "height", "sgf"),
    [
        ("D4", 19, "dp"),
        ("A19", 19, "aa"),
        ("T1", 19, "ss"),
        ("A1", 1, "aa"),
        ("BB1", 52, "ZZ"),
        ("AB52", 52, "Aa"),
    ],
)
def test_sgf_coordinates_count_from_the_top_left(vertex, height, sgf):
    assert vertex_to_sgf(vertex, height) == sgf
    assert sgf_to_vertex(sgf, 52, height) == vertex


@pytest.mark.parametrize("coordinate", ["", "d", "ddd", "tt", "d1", "éa", "sT"])
def test_sgf_coordinates_off_the_board_are_refused(coordinate):
    with pytest.raises(ValueError, match="not an SGF point"):
        sgf_to_vertex(coordinate, 19, 19)


def test_a_vertex_above_the_board_has_no_sgf_coordinate():
    with pytest.raises(ValueError, match="not on a board of height 9"):
        vertex_to_sgf("A10", 9)


def test_other_is_its_own_inverse():
    assert [color.other for color in Color] == [Color.WHITE, Color.BLACK]
