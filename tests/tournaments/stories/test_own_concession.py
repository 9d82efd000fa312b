"""A player claims the opposite of their interest, and concedes it: that settles nothing."""

import pytest

from tests.tournaments.stories.hall import Hall
from tests.tournaments.stories.test_makrai_territory import SGF

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("who", "colour", "point"), [("bert", "white", "A6"), ("anna", "black", "F6")])
def test_no_string_is_settled_by_one_player_alone(who, colour, point):
    hall = Hall("makrai-territory", 6)
    game, _ = hall.pair(1, "anna bert", "cleo dirk")
    hall.record("referee", game, SGF)
    claim = hall.claim(who, game, "strings", points=[point])
    before = hall.finding(claim)
    stated = {"do": "claim", "colour": colour, "points": [point], "capturable": False}
    asked, conceded = {"do": "confirm", "colour": colour, "claim": 0}, {"do": "concede", "colour": colour}
    hall.play_out(claim, hall.begin(who, claim), stated, asked, conceded)
    assert hall.finding(claim) == before
    assert before[0] == "undecidable"
