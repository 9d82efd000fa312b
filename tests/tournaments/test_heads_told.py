"""Whatever is published carries the last signed head of the log: who keeps it can hold the service to it."""

import pytest
from django.test import Client
from django.utils import timezone

from games.log.tree import signed_checkpoints
from games.rest.views import CHECKPOINT_HEADER
from tests.builders import a_team_tournament, a_tournament, finish, pair
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
PAGES = (
    *("open/", "open/rounds/1/", "open/prizes/", "open/rounds/1/proof/"),
    *("all/schedule/", "teams/team-standings/"),
)
REST = tuple(f"/api/v1/tournaments/open/{one}/" for one in ("rounds/1", "rounds/1/pairings", "standings"))
DATA = tuple(f"{one.removesuffix('/')}.{form}" for one in REST for form in ("json", "csv"))


def root(head):
    return head.split(" ")[2]


@pytest.fixture(scope="module")
def head(lasting_db):
    """The last signed head of a log with a tournament, a round robin and one of teams."""
    for row in (
        a_tournament(players=4),
        a_tournament(players=4, slug="all", system="round_robin"),
        a_team_tournament(),
    ):
        pair(row, 1)
        finish(row, 1)
    return signed_checkpoints.one_line(signed_checkpoints.sign_checkpoint(timezone.now()))


@pytest.mark.parametrize("page", PAGES)
def test_pages_show_it(head, page):
    answer = Client().get(f"/tournaments/{page}", follow=True)
    assert (answer.status_code, root(head) in answer.content.decode()) == (200, True)


def test_the_page_of_a_game_shows_it(head):
    game = PairingRow.objects.filter(tournament__slug="open").first()
    assert root(head) in Client().get(f"/tournaments/open/games/{game.pk}/").content.decode()


@pytest.mark.parametrize("path", DATA)
def test_data_tell_it_in_a_header(head, path):
    answer = Client().get(path)
    assert (answer.status_code, answer[CHECKPOINT_HEADER]) == (200, head)


@pytest.mark.parametrize("path", REST)
def test_rest_tells_it_in_a_header_also_where_nothing_changed(head, path):
    answer = Client().get(path)
    assert (answer.status_code, answer[CHECKPOINT_HEADER]) == (200, head)
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]})[CHECKPOINT_HEADER] == head
