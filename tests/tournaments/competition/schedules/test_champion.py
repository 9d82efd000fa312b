"""Champions of completed brackets."""

import pytest

from tests.builders import logged_in
from tests.tournaments.competition.schedules.hall import an_event, do, entry, pair, play, won_by
from tests.tournaments.web.visitor import Page
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.entries import ChangeEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return logged_in()


def an_elimination(players=4):
    row = an_event("double_elimination", players, criteria=settings_for("double_elimination").criteria)
    for place in range(players):
        do(row, ChangeEntry(entry_id=entry(row, place), rating=2900 - place))
    return row


def told(client):
    return client.get("/api/v1/tournaments/open/schedule/").json()["champion"]


def test_winner_of_single_final_is_champion(director):
    row = an_elimination()
    play(row, 1, 2, 3)
    assert told(director) is None
    play(row, 4)
    assert told(director)["entry"] == entry(row, 0)
    desk = Page(director.get("/tournaments/open/desk/"))
    assert not [button for button in desk.buttons if button.startswith("Pair")]


def test_winner_of_second_final_is_champion(director):
    row = an_elimination()
    play(row, 1, 2, 3)
    pair(row, 4)
    won_by(row, 4, 1)
    assert told(director) is None
    pair(row, 5)
    won_by(row, 5, 1)
    assert told(director)["entry"] == entry(row, 1)
