"""A group paired after its round was published stays withheld until it is published itself."""

import pytest

from tests.builders import a_context, an_account, logged_in
from tests.tournaments.competition.schedules.hall import an_event, do, entry, pairs, state
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.commands import PairRound, pair_round
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.round_stages import PublishRound
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"


def late(system="swiss"):
    """Four of A, three of B; A is paired and published, then B is paired. The row and a game of B."""
    row = an_event(system, 7, rounds=3)
    for place in range(7):
        do(row, ChangeEntry(entry_id=entry(row, place), group="AB"[place > 3]))
    pair_round(str(row.id), PairRound(round=1, seed=1, group="A"), a_context())
    do(row, PublishRound(round=1))
    pair_round(str(row.id), PairRound(round=1, seed=1, group="B"), a_context())
    late_game = next(game for game in pairs(row, 1) if state(row).entries[game.white].group == "B")
    return row, late_game


def director():
    return logged_in()


@pytest.mark.parametrize("system", ["swiss", "knock_out"])
def test_late_group_is_hidden_from_the_public(client, system):
    _, game = late(system)
    listed = client.get(f"{API}rounds/1/pairings/").json()["results"]
    assert (len(listed), game.game_id in str(listed)) == (2, False)
    assert client.get(f"{API}rounds/1/").json()["games"] == 2
    assert client.get(f"{API}rounds/1/").json()["byes"] == []
    assert client.get(f"{API}rounds/").json()["results"][0]["games"] == 2
    for address in (f"/api/v1/games/{game.game_id}/", f"/tournaments/open/games/{game.game_id}/"):
        assert client.get(address).status_code != 200
    assert game.game_id not in client.get("/tournaments/open/rounds/1/").content.decode()
    assert game.game_id not in str(client.get(f"{API}events/").json())
    standings = client.get(f"{API}standings/?round=1").json()["results"]
    cells = {line["entry"]: line["games"] for line in standings}
    assert {cells[who][0] for who in game.players} == {"0-"}
    if system != "swiss":
        assert client.get(f"{API}schedule/?group=B").json()["seeds"] == []
    seen = director()
    assert len(seen.get(f"{API}rounds/1/pairings/").json()["results"]) == 3
    assert seen.get(f"/api/v1/games/{game.game_id}/").status_code == 200


def test_director_publishes_the_late_group(client):
    _, game = late()
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/open/rounds/1/")
    assert "a group is not published" in visitor.page.text
    visitor.press("Publish round 1")
    assert "a group is not published" not in visitor.page.text
    assert client.get(f"/api/v1/games/{game.game_id}/").status_code == 200
    assert len(client.get(f"{API}rounds/1/pairings/").json()["results"]) == 3
    assert game.game_id in str(client.get(f"{API}events/").json())
    assert "B" in Page(client.get("/tournaments/open/rounds/1/")).text


def test_players_of_a_late_group_neither_see_nor_report_games(client):
    row, game = late()
    user = an_account("paul")
    player = state(row).entries[game.white].player_id
    Player.objects.filter(pk=player).update(user=user)
    client.force_login(user)
    assert "Your game" not in Page(client.get("/tournaments/open/rounds/1/")).text
    sent = {"result": "white"}
    answer = client.post(f"/api/v1/games/{game.game_id}/reports/", sent, "application/json")
    assert answer.json()["code"] == "round_not_published"
