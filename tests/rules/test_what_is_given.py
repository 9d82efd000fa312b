"""What is handed to the rules and is not of the right kind: refused clearly, and without a trace."""

import pytest

from rules import RULESETS, Board, Color, Game, Pass, Resign, Ruleset

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


def test_what_was_refused_is_not_remembered():
    for width, handicap in ((True, 0), (5.0, 0), (5, 2.0)):
        with pytest.raises(ValueError, match=r"whole number|1 to 52"):
            Game.start(AGA, width, handicap=handicap)
    assert repr(Game.start(AGA, 1)) == "<Game aga 1x1 turn 0 play b to play>"
    assert repr(Game.start(AGA, 5)) == "<Game aga 5x5 turn 0 play b to play>"
    assert type(Game.start(AGA, 5, handicap=2).setting.handicap) is int


@pytest.mark.parametrize("ruleset", ["aga", None, {"name": "aga"}])
def test_a_game_has_a_ruleset_and_not_its_name(ruleset):
    with pytest.raises(TypeError, match="a game has a Ruleset"):
        Game.start(ruleset)


def test_what_is_no_colour_is_refused_in_every_phase():
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


def test_a_long_name_is_not_echoed_in_full():
    with pytest.raises(ValueError, match=r"no such ruleset: 'x{39}\.\.\.; there are"):
        Ruleset.parse("x" * 10_000)
