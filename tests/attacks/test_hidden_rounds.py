"""Pairings that the director has not published: told to officers, and by no detour to anybody else."""

from dataclasses import replace

import pytest
from knox.models import get_token_model
from rest_framework.test import APIClient

from games.log.store import head
from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.settings import ChangeSettings
from tournaments.loading import load
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("recorded")]
API = "/api/v1/tournaments/open/"


@pytest.fixture
def row():
    """Seven players; round 1 is played and published, round 2 paired in secret."""
    row = a_tournament(players=7, finished=1)
    pair_round(str(row.id), PairRound(round=2, seed=0), a_context())
    return row


def of(name, office=None):
    client = APIClient()
    _, token = get_token_model().objects.create(user=an_account(name, office))
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


@pytest.fixture(params=["nobody", "somebody"])
def outsider(request):
    return APIClient() if request.param == "nobody" else of("somebody")


def results_in_secret():
    for pairing in PairingRow.objects.filter(round=2):
        command = RecordResult(game_id=str(pairing.game_id), result=Result(winner=Winner.WHITE))
        carry_out(str(pairing.tournament_id), command, a_context())


@pytest.mark.parametrize("address", ["standings/?round=2", "standings/changes/?since=1&round=2"])
def test_a_hidden_round_is_not_found_in_standings(row, outsider, address):
    assert outsider.get(API + address).status_code == 404
    assert of("director", "director").get(API + address).status_code == 200


def test_a_hidden_round_is_not_found_at_a_position_of_the_log(row, outsider):
    address = f"{API}standings/?round=2&at={head()}"
    assert outsider.get(address).status_code == 404
    assert of("director", "director").get(address).status_code == 200


def test_a_hidden_round_looks_like_one_that_has_not_been_begun(row, outsider):
    hidden, none = (outsider.get(f"{API}standings/?round={number}") for number in (2, 3))
    assert (hidden.status_code, hidden.content) == (none.status_code, none.content)


@pytest.mark.parametrize("page", ["", "changes/"])
def test_a_hidden_round_is_not_found_on_pages(row, client, page):
    address = f"/tournaments/open/{page}?round=2"
    assert client.get(address).status_code == 404
    client.force_login(an_account("director", "director"))
    assert client.get(address).status_code == 200


def test_results_of_a_hidden_round_change_nothing_for_the_public(row, outsider):
    addresses = ["standings/", f"standings/?at={head()}", "ratings/", "standings/changes/?since=1"]
    before = [outsider.get(API + address).json() for address in addresses]
    results_in_secret()
    after = [outsider.get(API + address).json() for address in addresses]
    for body in (*before, *after):
        body.pop("version", None)
        body.pop("until", None)
    assert after == before
    assert outsider.get(f"{API}standings/?at={head()}").json()["round"] == 1
    assert of("director", "director").get(f"{API}standings/").json()["round"] == 2


def test_the_pages_stop_at_the_last_published_round(row, client):
    results_in_secret()
    assert "after round 1" in client.get("/tournaments/open/").content.decode()
    cells = [line["games"] for line in client.get("/tournaments/open/").context["table"]["results"]]
    assert {len(of_one) for of_one in cells} == {1}
    client.force_login(an_account("director", "director"))
    assert client.get("/tournaments/open/").context["table"]["round"] == 2


def test_games_of_a_hidden_round_are_not_rated_for_the_public(row, outsider):
    rounds = {
        game["round"] for line in outsider.get(f"{API}ratings/").json()["results"] for game in line["games"]
    }
    left_out = outsider.get(f"{API}ratings/").json()["left_out"]
    assert (rounds, left_out) == ({1}, [])
    assert {item["round"] for item in of("referee", "referee").get(f"{API}ratings/").json()["left_out"]} == {
        2
    }


def test_drafts_stay_hidden_at_their_positions_when_the_round_is_published_later(row, outsider):
    drafted = head()
    carry_out(str(row.id), UnpairRound(round=2, reason="again"), a_context())
    pair(row, 2, seed=1)
    assert outsider.get(f"{API}standings/?round=2&at={drafted}").status_code == 404
    assert outsider.get(f"{API}standings/?round=2").status_code == 200


def test_what_was_taken_back_is_hidden_in_the_past_too(row, outsider):
    carry_out(str(row.id), PublishRound(round=2), a_context())
    published = head()
    assert outsider.get(f"{API}standings/?round=2&at={published}").status_code == 200
    carry_out(str(row.id), UnpairRound(round=2, reason="a mistake"), a_context())
    assert outsider.get(f"{API}standings/?round=2&at={published}").status_code == 404


def test_fewer_rounds_uncover_no_pairings(row, outsider):
    games = set(load(str(row.id))[0].round(2).pairs)
    carry_out(str(row.id), UnpairRound(round=2, reason="too late"), a_context())
    fewer = ChangeSettings(
        settings=replace(settings_of(row), rounds=1), ruleset=row.ruleset, reason="too late"
    )
    carry_out(str(row.id), fewer, a_context())
    assert TournamentRow.objects.get(pk=row.pk).rounds == 1
    said = outsider.get(f"{API}events/").content.decode()
    assert not [game_id for game_id in games if game_id in said]
    told = of("director", "director").get(f"{API}events/").content.decode()
    assert not [game_id for game_id in games if game_id not in told]
