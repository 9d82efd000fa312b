"""What is around the pages: where one is, how things are called, why somebody stands where he stands."""

import pytest

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    finish(row, 1)
    return row


@pytest.mark.parametrize(("role", "told"), [("public", False), ("referee", True), ("director", True)])
def test_officials_read_what_each_pair_cost(row, role, told):
    text = visitors(role)[0].open("/tournaments/open/rounds/1/").text
    assert ("Compromises of each pair" in text) is told
    costs = {name for game in PairingRow.objects.all() for name, cost in game.components.items() if cost}
    assert costs
    assert all((name.replace("_", " ") in text) is told for name in costs)
