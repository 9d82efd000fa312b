"""Club groups on their page, from what is asked of pairings."""

import re

import pytest

from tests.builders import a_tournament
from tests.tournaments.web.disputed import visitors
from tournaments.loading import load

pytestmark = pytest.mark.django_db
WISHES = "/tournaments/open/wishes/"
PAGE = WISHES + "clubs/"


@pytest.fixture
def row():
    return a_tournament(players=8, bar=8)


@pytest.fixture
def director(row):
    return visitors("director")[0]


def groups(row):
    return [(group.name, group.clubs) for group in load(str(row.id))[0].club_groups.values()]


def test_clubs_of_players_are_chosen_and_others_typed_in(row, director):
    director.open(WISHES)
    page = director.follow("Club groups")
    assert "There are no club groups." in page.text
    assert re.search('<input[^>]* name="name"[^>]* required', page.html)
    assert all(f'<option value="{club}">' in page.html for club in ("Hill", "Lake", "Port", "Rive"))
    director.press("Add the club group", name=" West ", clubs=["Rive", "Hill"], others=" Far , ,Rive")
    assert groups(row) == [("West", ("Far", "Hill", "Rive"))]
    page = director.open(PAGE)
    assert "Far, Hill, Rive" in page.text
    assert page.html.count(" selected>") == 3
