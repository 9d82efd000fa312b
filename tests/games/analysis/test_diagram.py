"""A position as SVG: what a browser, a printer and a screen reader are given."""

from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.analysis.diagram import Mark, describe, star_points, svg
from rules import Board, Color

SVG = "{http://www.w3.org/2000/svg}"
B, W = Color.BLACK, Color.WHITE
SHAPES = {"defs", "radialGradient", "stop", "use"}
ALLOWED = {"svg", "title", "desc", "rect", "path", "circle", "g", "text", *SHAPES}
FORBIDDEN = {"style", "class", "onload", "onclick"}
POSITION = Board.from_diagram([".X...", "XO...", ".X.O.", ".....", "....."])


def draw(board: Board = POSITION, **shown) -> ET.Element:
    return ET.fromstring(svg(board, title="A game", description="The position", **shown))


def added(**shown) -> list[ET.Element]:
    """The elements that a diagram has more with these marks than without."""
    before = Counter(ET.tostring(element) for element in draw().iter())
    return [
        element
        for element in draw(**shown).iter()
        if element.tag != f"{SVG}svg" and not before[ET.tostring(element)]
    ]


def test_the_image_has_a_name_and_a_description():
    image = draw(prefix="turn-7")
    assert image.get("role") == "img"
    named = [image.find(f"{SVG}{tag}") for tag in ("title", "desc")]
    assert [element.text for element in named] == ["A game", "The position"]
    assert image.get("aria-labelledby").split() == [element.get("id") for element in named]
    assert named[0].get("id").startswith("turn-7")


def uses(image: ET.Element, name: str) -> list[ET.Element]:
    return [use for use in image.iter(f"{SVG}use") if use.get("href") == f"#board-{name}"]


def shape(image: ET.Element, name: str) -> ET.Element:
    (found,) = (part for part in image.iter() if part.get("id") == f"board-{name}")
    return found


def test_black_is_dark_and_white_is_light():
    image = draw()
    assert (len(uses(image, "b")), len(uses(image, "w"))) == (3, 2)
    shades = {side: [stop.get("stop-color") for stop in shape(image, f"{side}-shade")] for side in "bw"}
    assert (shades["b"][-1], shades["w"][0]) == ("#000", "#fff")


def test_stones_stand_on_their_points():
    image = draw(Board(9).with_stones(black=["A1", "J9", "C4"]))
    places = {(float(use.get("x")), float(use.get("y"))) for use in uses(image, "b")}
    (low, bottom), (high, top) = min(places), max(places)
    step = (high - low) / 8
    assert (bottom - top) / 8 == step
    assert places == {(low, bottom), (high, top), (low + 2 * step, bottom - 3 * step)}


def test_dead_stones_are_faint_on_the_board_or_off_it():
    image = draw(dead={"B4": W, "E1": B}, owners={"B4": B, "E1": W})
    faint = {use.get("href"): use.get("opacity") for use in image.iter(f"{SVG}use") if use.get("opacity")}
    assert faint == {"#board-w": ".5", "#board-b": ".5"}
    assert (len(uses(image, "b")), len(uses(image, "w"))) == (4, 2)


def test_coordinates_stand_on_all_four_sides():
    said = Counter(text.text for text in draw(Board(19, 13)).iter(f"{SVG}text"))
    assert said == Counter({**dict.fromkeys("ABCDEFGHJKLMNOPQRST", 2), **{str(n): 2 for n in range(1, 14)}})


def test_the_last_move_is_a_ring_that_shows_on_its_stone():
    for at, name, ink in (("B4", "w-last", "#000"), ("A4", "b-last", "#fff")):
        (ring,) = added(last_move=at)
        assert ring.get("href") == f"#board-{name}"
        drawn = shape(draw(), name)
        assert (drawn.tag, drawn.get("fill"), drawn.get("stroke")) == (f"{SVG}circle", "none", ink)


def test_the_ring_goes_around_a_number():
    number, ring = added(last_move="B4", numbers={"B4": 12})
    assert (number.text, ring.get("href")) == ("12", "#board-w-around")
    small, large = (float(shape(draw(), f"w-{name}").get("r")) for name in ("last", "around"))
    assert large > small


def test_numbers_are_readable_on_stones_and_on_bare_points():
    black, white, cover, bare = added(numbers={"B5": 1, "B4": 2, "E1": 103})
    assert [(text.text, text.get("fill")) for text in (black, white, bare)] == [
        ("1", "#fff"),
        ("2", "#000"),
        ("103", "#000"),
    ]
    assert cover.tag == f"{SVG}circle"


def test_owners_differ_by_shape():
    square, diamond = added(owners={"D1": B, "E1": W})
    assert (square.get("href"), diamond.get("href")) == ("#board-b-owner", "#board-w-owner")
    assert shape(draw(), "b-owner").get("d") != shape(draw(), "w-owner").get("d")


def test_marks_differ_by_shape():
    drawn = added(marks={"C1": Mark.TRIANGLE, "D1": Mark.CROSS, "E1": Mark.DASHES})
    assert len({(e.tag, "z" in e.get("d", ""), e.get("stroke-dasharray")) for e in drawn}) == 3


@pytest.mark.parametrize("prefix", ["", "7", "a b", 'a"', "a\x1f"])
def test_a_prefix_that_is_no_name_is_refused(prefix):
    with pytest.raises(ValueError, match="not a prefix of ids"):
        draw(prefix=prefix)


@pytest.mark.parametrize("shown", [{"last_move": "F1"}, {"numbers": {"A6": 1}}, {"owners": {"": B}}])
def test_points_off_the_board_are_refused(shown):
    with pytest.raises(ValueError, match="not on the board"):
        draw(**shown)


def test_size_is_that_of_the_longer_side():
    image = draw(Board(19, 9), size=500)
    assert image.get("width") == "500"
    assert int(image.get("height")) < 500
    assert "width" not in draw().attrib


@pytest.mark.parametrize(
    ("width", "height", "points"),
    [
        (19, 19, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
        (13, 13, "D4 D10 G7 K4 K10"),
        (9, 9, "C3 C7 E5 G3 G7"),
        (19, 13, "D4 D10 K4 K7 K10 Q4 Q10"),
        (8, 8, "C3 C6 F3 F6"),
        (5, 5, "C3"),
        (4, 4, ""),
        (1, 1, "A1"),
    ],
)
def test_star_points(width, height, points):
    assert set(star_points(width, height)) == set(points.split())


SHOWN = st.text(max_size=40)


@given(st.integers(1, 52), st.integers(1, 52), SHOWN, SHOWN, st.randoms(use_true_random=False))
def test_any_board_gives_a_document_that_no_policy_forbids(width, height, title, description, chance):
    board = Board(width, height)
    some = chance.sample(list(board), min(len(board), 12))
    board = board.with_stones(black=some[:4], white=some[4:8])
    text = svg(
        board,
        title=title,
        description=description,
        last_move=some[0],
        numbers={at: chance.randrange(5000) for at in some[::2]},
        marks={at: chance.choice(list(Mark)) for at in some[1::3]},
        owners={at: chance.choice(list(Color)) for at in some[2::3]},
        dead={at: chance.choice(list(Color)) for at in some[::5]},
    )
    image = ET.fromstring(text.encode())
    assert {element.tag.removeprefix(SVG) for element in image.iter()} <= ALLOWED
    assert not {name for element in image.iter() for name in element.attrib} & FORBIDDEN
    _, _, wide, high = map(float, image.get("viewBox").split())
    ids = {element.get("id") for element in image.iter()}
    for element in image.iter():
        assert element.get("href", "#board-title").removeprefix("#") in ids
        assert 0 <= float(element.get("x", element.get("cx", 0))) <= wide
        assert 0 <= float(element.get("y", element.get("cy", 0))) <= high


def test_a_position_in_words():
    assert describe(POSITION, "B4", B) == (
        "A board of 5 by 5 points. Black: 3 stones, B3, A4, B5. White: 2 stones, D3, B4."
        " Last move: White B4. Black to play."
    )


def test_an_empty_board_in_words():
    assert describe(Board(19, 13)) == "A board of 19 by 13 points. Black: no stones. White: no stones."


def test_a_move_that_left_no_stone_in_words():
    said = describe(Board(3).with_stones(white=["B2"]), "A1", W)
    assert said.endswith("White: 1 stone, B2. Last move: A1. White to play.")
