"""A game told step by step: the points that each turn changed give every board again."""

import pytest

from games.story.steps import sentences, steps_data
from rules import RULESETS, AgreeDead, Board, Color, Game, Pass, Play

B, W = Color.BLACK, Color.WHITE


def games(*actions, ruleset="japanese"):
    at = [Game.start(RULESETS[ruleset], 3, 3)]
    for action in actions:
        at.append(at[-1].apply(action))
    return at


CAPTURE = (Play(B, "A2"), Play(W, "A1"), Play(B, "B1"), Pass(W), Pass(B))


def boards(told):
    """The board after each step, as whoever draws it adds the changes up."""
    stones: dict[str, str] = {}
    for step in told["steps"]:
        stones = {at: color for at, color in (stones | step["stones"]).items() if color}
        black, white = ([at for at, color in stones.items() if color == side] for side in ("black", "white"))
        yield Board(3, 3).with_stones(black=black, white=white)


def test_changes_of_steps_add_up_to_each_board():
    played = games(*CAPTURE)
    told = steps_data(played)
    assert list(boards(told)) == [game.board for game in played]
    assert told["steps"][3]["stones"] == {"A1": "", "B1": "black"}
    assert [step["says"] for step in told["steps"]] == sentences(played)
    assert told["steps"][3]["prisoners"] == {"black": 1, "white": 0}
    assert [step["to_play"] for step in told["steps"]] == ["black", "white", "black", "white", "black", ""]


def test_each_turn_has_its_sentence():
    assert sentences(games(*CAPTURE)) == [
        "The start.",
        "Move 1: Black A2.",
        "Move 2: White A1.",
        "Move 3: Black B1, captures 1 stone.",
        "Turn 4: White passes.",
        "Turn 5: Black passes.",
    ]


def test_names_dead_stones_removed_by_agreement():
    dead = games(
        Play(B, "B2"), Play(W, "A1"), Pass(B), Pass(W), AgreeDead(("A1",)), ruleset="tromp-taylor-agreement"
    )
    told = steps_data(dead)
    assert (told["steps"][-1]["stones"], told["dead"], told["owners"]["A1"]) == (
        {"A1": ""},
        {"A1": "white"},
        "black",
    )
    assert steps_data(dead[:-1])["dead"] == {}


def test_last_move_survives_passes_but_not_capture():
    told = steps_data(games(*CAPTURE))
    assert [step["last_move"] for step in told["steps"]] == [None, "A2", "A1", "B1", "B1", "B1"]


@pytest.mark.parametrize(("agreed", "owners"), [((), 7), (None, 0)])
def test_counted_game_has_owner_of_each_point(agreed, owners):
    end = () if agreed is None else (AgreeDead(agreed),)
    told = steps_data(games(*CAPTURE, *end))
    assert list(told["owners"].values()) == ["black"] * owners
