"""Club groups on their page, from what is asked of pairings."""

import pytest

from tests.builders import a_club_group, a_tournament, pair
from tests.tournaments.web.disputed import visitors
from tournaments.loading import load
from tournaments.tables.rows import PairingRow

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
    assert "Each club counts for itself." in page.text
    assert all(f'<option value="{club}">' in page.html for club in ("Hill", "Lake", "Port", "Rive"))
    director.press("Add the club group", name=" West ", clubs=["Rive", "Hill"], others=" Far , ,Rive")
    assert groups(row) == [("West", ("Far", "Hill", "Rive"))]
    page = director.open(PAGE)
    assert "Far, Hill, Rive" in page.text
    assert page.html.count(" selected>") == 3


def test_a_group_is_changed_and_dissolved(row, director):
    a_club_group(row, "Rive", "Hill")
    director.open(PAGE)
    director.press("Change the group", name="South", clubs=["Rive", "Port"])
    assert groups(row) == [("South", ("Port", "Rive"))]
    director.press("Dissolve the group South")
    assert groups(row) == []


def test_once_a_round_is_paired_a_reason_is_needed(row, director):
    a_club_group(row, "Rive", "Hill")
    pair(row, 1)
    assert 'name="reason" maxlength="500" required' in director.open(PAGE).html
    page = director.press("Change the group", clubs=["Rive", "Port"], reason="")
    assert "Give a reason" in page.text
    director.open(PAGE)
    director.press("Change the group", clubs=["Rive", "Port"], reason="moved")
    assert groups(row) == [("West", ("Port", "Rive"))]
    assert "before West (Hill, Rive): moved." in director.open("/tournaments/open/story/").text


def test_what_is_no_group_is_said_on_the_page(row, director):
    director.open(PAGE)
    page = director.press("Add the club group", name="West", clubs=["Rive"])
    assert "Clubs: 2 to" in page.text
    assert groups(row) == []


def test_a_referee_reads_and_changes_nothing(row):
    a_club_group(row, "Rive", "Hill")
    (referee,) = visitors("referee")
    page = referee.open(PAGE)
    assert "Hill, Rive" in page.text
    assert not {"Add the club group", "Change the group", "Dissolve the group West"} & set(page.buttons)


def test_why_names_the_group_of_near_clubs(row):
    a_club_group(row, "Rive", "Hill", "Lake", "Port")
    pair(row, 1)
    game = PairingRow.objects.first()
    page = visitors("public")[0].open(f"/tournaments/open/rounds/1/why/{game.game_id}/")
    assert "Their clubs are in one group, West: such players should meet later than others" in page.text
    assert "Their clubs are in one group, West." in page.text
