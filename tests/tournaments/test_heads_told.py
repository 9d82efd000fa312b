"""Whatever is published carries the last signed head of the log: who keeps it can hold the service to it."""

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.log.tree import keeping
from games.rest.heads import HEADER
from tests.builders import a_team_tournament, a_tournament, finish, pair
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
PAGES = "", "rounds/1/", "table/", "prizes/", "rounds/1/proof/"
DATA = "standings.json", "standings.csv", "rounds/1.json", "rounds/1.csv", "table.json", "prizes.csv"
REST = "rounds/1/", "rounds/1/pairings/", "standings/"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    finish(row, 1)
    return row


@pytest.fixture
def head(row):
    return keeping.in_one_line(keeping.make(timezone.now()))


def root(head):
    return head.split(" ")[2]


@pytest.mark.parametrize("page", PAGES)
def test_pages_show_it(head, page):
    answer = Client().get(f"/tournaments/open/{page}", follow=True)
    assert (answer.status_code, root(head) in answer.content.decode()) == (200, True)


def test_the_page_of_a_game_shows_it(row, head):
    game = PairingRow.objects.filter(tournament=row).first()
    assert root(head) in Client().get(f"/tournaments/open/games/{game.pk}/").content.decode()


def test_pages_of_a_schedule_and_of_teams_show_it():
    pair(a_tournament(players=4, slug="all", system="round_robin"), 1)
    teams = a_team_tournament()
    pair(teams, 1)
    finish(teams, 1)
    last = keeping.make(timezone.now())
    for page in ("all/schedule/", "teams/team-standings/"):
        answer = Client().get(f"/tournaments/{page}")
        assert (answer.status_code, root(keeping.in_one_line(last)) in answer.content.decode()) == (200, True)


@pytest.mark.parametrize("path", [f"/tournaments/open/{one}" for one in DATA])
def test_data_tell_it_in_a_header(head, path):
    answer = Client().get(path)
    assert (answer.status_code, answer[HEADER]) == (200, head)


@pytest.mark.parametrize("path", REST)
def test_rest_tells_it_in_a_header_also_where_nothing_changed(head, path):
    path = f"/api/v1/tournaments/open/{path}"
    answer = APIClient().get(path)
    assert (answer.status_code, answer[HEADER]) == (200, head)
    again = APIClient().get(path, HTTP_IF_NONE_MATCH=answer["ETag"])
    assert again[HEADER] == head


def test_there_is_none_before_the_first_was_signed(row):
    assert keeping.latest() is None
    assert HEADER not in APIClient().get("/api/v1/tournaments/open/standings/")
