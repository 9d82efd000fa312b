"""What lives whatever happens: a hint, never a verdict."""

import pytest

from games.analysis.hints import NO_VERDICT, hints_data
from games.game import commands
from games.game.deciding import Act
from rules import RULESETS, Board, Color, Game, Play
from tests.games.game_builders import ID, context, opened
from tests.games.log.house import a_house

HINTS = f"/api/v1/games/{ID}/hints/"


@pytest.fixture(autouse=True)
def _house():
    with a_house():
        yield


def hint(rows, ruleset="japanese"):
    return hints_data(Game.start(RULESETS[ruleset], board=Board.from_diagram(rows)))


def test_stones_that_live_and_the_points_that_they_hold():
    told = hint([".X.X.", "XXXXX", ".....", ".OOO.", "....."])
    assert told["pass_alive"]["black"]["stones"] == ["A4", "B4", "C4", "D4", "E4", "B5", "D5"]
    assert set(told["pass_alive"]["black"]["holds"]) == {"A5", "C5", "E5"}
    assert told["pass_alive"]["white"] == {"stones": [], "holds": []}
    assert (told["turn"], told["says"]) == (0, NO_VERDICT)


def test_opposing_stones_that_cannot_live_are_held():
    told = hint(["O..X.X.", "XXXXXXX", ".......", ".......", ".......", ".......", "......."])
    assert "A7" in told["pass_alive"]["black"]["holds"]
    assert "A7" not in told["pass_alive"]["white"]["stones"]


def test_a_hint_says_that_it_is_no_verdict():
    assert "never a verdict" in NO_VERDICT


@pytest.mark.django_db
def test_a_hint_for_any_turn_of_a_game(api):
    commands.open_games([opened(width=4, height=1)], context())
    for action in (Play(Color.BLACK, "B1"), Play(Color.WHITE, "D1"), Play(Color.BLACK, "C1")):
        commands.change_record(ID, Act(action=action), context())
    response = api.get(HINTS)
    assert response.json() == {
        "game": ID,
        "turn": 3,
        "says": NO_VERDICT,
        "pass_alive": {
            "black": {"stones": ["B1", "C1"], "holds": ["A1", "D1"]},
            "white": {"stones": [], "holds": []},
        },
    }
    assert response["ETag"].startswith('"0.4-')
    assert api.get(f"{HINTS}?turn=1").json()["pass_alive"]["black"] == {"stones": [], "holds": []}
    assert api.get(HINTS, headers={"If-None-Match": response["ETag"]}).status_code == 304


@pytest.mark.django_db
@pytest.mark.parametrize(("turn", "status"), [("1", 404), ("-1", 422), ("x", 422)])
def test_turns_that_are_none(api, turn, status):
    commands.open_games([opened()], context())
    assert api.get(f"{HINTS}?turn={turn}").status_code == status
