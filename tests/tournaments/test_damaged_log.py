"""A tournament whose log was altered: its pages are read, nothing is written, its neighbour goes on."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.log import append_only, folding
from games.log.tables import Event
from tests.builders import a_tournament, an_account, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.loading import stream_of
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
PUBLIC = "", "rounds/1/", "players/"
REST = "", "rounds/1/", "entries/", "standings/"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    append_only.remove()
    Event.objects.filter(stream=stream_of(str(row.id)), version=3).update(actor="somebody")
    folding.clear_cache()
    return row


def test_spectators_read_on(row):
    visitor = Client()
    pages = [visitor.get(f"/tournaments/open/{page}") for page in PUBLIC]
    bodies = [visitor.get(f"/api/v1/tournaments/open/{page}") for page in REST]
    assert [answer.status_code for answer in (*pages, *bodies)] == [200] * 7


def test_officers_are_told_and_a_result_is_refused_with_the_place(row):
    game = PairingRow.objects.get(round=1, table=1)
    director = visitors("director")[0]
    assert "The log was altered" in director.open("/tournaments/open/rounds/1/").text

    before = Event.objects.count()
    api = APIClient()
    api.force_authenticate(an_account("second", "director"))
    answer = api.put(
        f"/api/v1/games/{game.game_id}/result/",
        {"result": "black"},
        format="json",
        HTTP_IDEMPOTENCY_KEY="one",
    )
    told = answer.json()
    assert (answer.status_code, told["code"], told["version"]) == (409, "log_damaged", 3)
    assert Event.objects.count() == before


def test_another_tournament_goes_on(row):
    other = a_tournament(players=4, slug="other")
    pair(other, 1)
    finish(other, 1)
