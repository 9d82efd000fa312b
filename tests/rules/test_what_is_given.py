"""What is handed to the rules and is not of the right kind: refused clearly, and without a trace."""

import re

import pytest

from rules import (
    RULESETS,
    AgreeDead,
    Board,
    Claim,
    Color,
    Game,
    Pass,
    Resign,
    Ruleset,
    format_vertex,
    parse_vertex,
    pass_alive,
    proceed,
    replay,
    sgf_to_vertex,
    vertex_to_sgf,
)
from rules.actions import from_data, to_data

AGA = RULESETS["aga"]


@pytest.mark.parametrize("side", [True, 7.0, "7", None, 0, 53])
def test_a_side_is_a_whole_number(side):
    with pytest.raises(ValueError, match="a board has 1 to 52 columns and rows"):
        Board(9, side) if side is not None else Board(side)
    with pytest.raises(ValueError, match="a board has 1 to 52 columns and rows"):
        Game.start(AGA, side)


@pytest.mark.parametrize("handicap", [True, 2.0, 2.5, "2", None, -1])
def test_a_handicap_is_a_whole_number(handicap):
    with pytest.raises(ValueError, match="a handicap is a whole number from 0"):
        Game.start(AGA, 9, handicap=handicap)


def test_does_not_cache_rejected_sizes():
    for width, handicap in ((True, 0), (5.0, 0), (5, 2.0)):
        with pytest.raises(ValueError, match=r"whole number|1 to 52"):
            Game.start(AGA, width, handicap=handicap)
    assert repr(Game.start(AGA, 1)) == "<Game aga@2 1x1 turn 0 play b to play>"
    assert repr(Game.start(AGA, 5)) == "<Game aga@2 5x5 turn 0 play b to play>"
    assert type(Game.start(AGA, 5, handicap=2).setting.handicap) is int


@pytest.mark.parametrize("ruleset", ["aga", None, {"name": "aga"}])
def test_a_game_has_a_ruleset_and_not_its_name(ruleset):
    with pytest.raises(TypeError, match="a game has a Ruleset"):
        Game.start(ruleset)


def test_rejects_invalid_colour_in_every_phase():
    game = Game.start(AGA, 3)
    stopped = game.apply(Pass(Color.BLACK)).apply(Pass(Color.WHITE))
    for phase in (game, stopped, stopped.apply(Resign(Color.BLACK))):
        with pytest.raises(ValueError, match="'x' is not a valid Color"):
            phase.legal_points("x")
        with pytest.raises(ValueError, match="'x' is not a valid Color"):
            phase.can_play("x")


def test_a_colour_may_be_given_as_its_letter():
    game = Game.start(AGA, board=Board.from_diagram([".X.", "XX.", "..."]))
    assert (game.can_play("b"), game.can_play("w")) == (
        game.can_play(Color.BLACK),
        game.can_play(Color.WHITE),
    )
    assert game.legal_points("b") == game.legal_points(Color.BLACK)


@pytest.mark.parametrize("number", ["٣", "1_0", "१"])
def test_numbers_are_written_in_plain_digits(number):
    with pytest.raises(ValueError, match=r"komi is a (multiple of 1/2|number, not text)"):
        Ruleset.parse(f"aga komi={number}")


def test_an_axis_has_a_name():
    with pytest.raises(ValueError, match="an axis is named by a text"):
        Ruleset.from_json({"name": "aga", 1: 2})


def test_shortens_long_name_in_error():
    with pytest.raises(ValueError, match=r"no such ruleset: 'x{39}\.\.\.; there are"):
        Ruleset.parse("x" * 10_000)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (lambda: Board.from_diagram(None), "not the rows of a diagram, the top row first: None"),
        (lambda: Board.from_diagram("..X"), "not the rows of a diagram, the top row first: '..X'"),
        (lambda: Board.from_diagram(["..", None]), "not a row of points X, O or '.': None"),
        (lambda: Board(5).with_stones(black="A1"), "not a list of points: 'A1'"),
        (lambda: Board(5).with_stones(white=None), "not a list of points: None"),
        (lambda: Board(5).stones("x"), "'x' is not a valid Color"),
        (lambda: Board(5)[None], "not a point on 5x5: None"),
        (lambda: parse_vertex(None), "not a point: None"),
        (lambda: parse_vertex(3), "not a point: 3"),
        (lambda: format_vertex(52, 0), "no board has a column 52 and a row 0"),
        (lambda: format_vertex(None, 0), "no board has a column None and a row 0"),
        (lambda: vertex_to_sgf(None, 5), "not a point: None"),
        (lambda: vertex_to_sgf("A1", None), "not on a board of height None: 'A1'"),
        (lambda: vertex_to_sgf("A1", 99), "not on a board of height 99: 'A1'"),
        (lambda: sgf_to_vertex(None, 5, 5), "not an SGF point: None"),
        (lambda: sgf_to_vertex("aa", None, 5), "not an SGF point on Nonex5: 'aa'"),
        (lambda: Game.start(AGA, 5).score(None), "not a list of points: None"),
        (lambda: Game.start(AGA, 5).score("A1"), "not a list of points: 'A1'"),
        (lambda: Game.start(AGA, 5).score([None]), "not a point on 5x5: None"),
        (lambda: Game.start(AGA, board="x"), "a game begins on a Board, not on 'x'"),
        (lambda: Game.start(AGA, 5).score().tally("x"), "'x' is not a valid Color"),
        (lambda: replay(AGA, None), "not a list of actions: None"),
        (lambda: replay(AGA, "pass"), "not a list of actions: 'pass'"),
        (lambda: proceed(None, []), "not a game: None"),
        (lambda: Ruleset.parse(None), "a ruleset is a text, not None"),
        (lambda: Ruleset.from_json([1]), "a ruleset is an object, not [1]"),
        (lambda: AGA.limit("x"), "no such axis: 'x'"),
        (lambda: pass_alive(None), "not a board: None"),
        (lambda: Claim(Color.BLACK, "A1"), "not a list of points: 'A1'"),
        (lambda: AgreeDead(None), "not a list of points: None"),
        (lambda: from_data([1, 2]), "not an action: [1, 2]"),
        (lambda: to_data(None), "not an action: None"),
    ],
)
def test_value_error_locates_invalid_value(given, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        given()
