"""Officials who play cannot record or pair their own games without another official."""

import pytest
from django.test import Client

from tests.builders import a_context, a_team_tournament, a_tournament, an_account, pair
from tests.tournaments.web.visitor import Page
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.loading import load
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}


def official(row, game, side="white", office="director"):
    """Logged in, with an office and a seat at the game."""
    user = an_account("dora", office)
    Player.objects.filter(pk=getattr(game, side).player_id).update(user=user)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def game():
    row = a_tournament(4, rounds=3)
    pair(row, 1)
    return PairingRow.objects.get(tournament=row, table=1)


@pytest.mark.parametrize("office", ["referee", "director", "owner"])
def test_rejects_recording_the_result_of_own_game(game, office):
    client = official(game.tournament, game, office=office)
    told = client.put(f"/api/v1/games/{game.game_id}/result/", {"result": "white"}, **SEND)
    assert (told.status_code, told.json()["code"]) == (403, "own_game")
    other = PairingRow.objects.get(tournament=game.tournament, table=2)
    assert (
        client.put(f"/api/v1/games/{other.game_id}/result/", {"result": "white"}, **SEND).status_code == 200
    )


def test_form_rejects_result_of_own_game_with_explanation(game):
    client = official(game.tournament, game, "black")
    sent = {"result": "black", "next": "/tournaments/open/rounds/1/"}
    page = Page(client.post(f"/tournaments/open/games/{game.game_id}/result/", sent, follow=True))
    assert "another official" in page.text
    game.refresh_from_db()
    assert game.result_state == "missing"


def test_official_may_record_what_the_opponent_reported(game):
    client = official(game.tournament, game)
    ida, opponent = an_account("ida"), Client()
    Player.objects.filter(pk=game.black.player_id).update(user=ida)
    opponent.force_login(ida)
    assert (
        opponent.post(f"/api/v1/games/{game.game_id}/reports/", {"result": "white"}, **SEND).status_code
        == 201
    )
    address = f"/api/v1/games/{game.game_id}/result/"
    assert client.put(address, {"result": "black"}, **SEND).json()["code"] == "own_game"
    assert client.put(address, {"result": "white"}, **SEND).status_code == 200


def test_rejects_pairing_oneself_by_hand(game):
    client = official(game.tournament, game)
    address = f"/api/v1/games/{game.game_id}/"
    for method, path, body in (
        ("post", "colours/?reason=x", {}),
        ("put", "terms/", {"handicap": 2, "komi": 0.5, "reason": "x"}),
        ("delete", "?reason=x", {}),
    ):
        assert getattr(client, method)(address + path, body, **SEND).json()["code"] == "own_game", path
    own, other = str(game.white_id), PairingRow.objects.get(tournament=game.tournament, table=2).white_id
    made = {"white": own, "black": str(other), "reason": "x"}
    assert client.post(f"{API}rounds/2/pairs/", made, **SEND).json()["code"] == "own_game"
    assert client.put(f"{API}rounds/2/byes/{own}/?reason=x", **SEND).json()["code"] == "own_game"
    assert (
        client.post(f"{API}rounds/2/pairings/", {"reason": "rain"}, **SEND).status_code == 201
    )  # a matching is nobody's edit


def test_own_team_match_is_excluded():
    row = a_team_tournament(teams=2, boards=2)
    first, second = load(str(row.id))[0].teams.values()
    user = an_account("dora", "director")
    player = load(str(row.id))[0].entries[first.members[0]].player_id
    Player.objects.filter(pk=player).update(user=user)
    client = Client()
    client.force_login(user)
    made = {"white": first.id, "black": second.id}
    told = client.post("/api/v1/tournaments/teams/rounds/1/matches/", made, **SEND)
    assert told.json()["code"] == "own_game"


def test_rejects_undoing_own_result_from_the_story(game):
    result = RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.BLACK))
    entered = carry_out(str(game.tournament_id), result, a_context())[-1].version
    client = official(game.tournament, game)
    told = client.post(f"{API}undo/", {"version": entered, "reason": "x"}, **SEND)
    assert (told.status_code, told.json()["code"]) == (403, "own_game")
    other = Client()
    other.force_login(an_account("olaf", "director"))
    assert other.post(f"{API}undo/", {"version": entered, "reason": "x"}, **SEND).status_code == 200


def test_rejects_correcting_the_record_of_own_game(game):
    client, one = official(game.tournament, game), f"/api/v1/games/{game.game_id}/"
    client.post(
        f"{one}record/", "(;GM[1]SZ[19]RU[Japanese];B[aa];W[bb])", content_type="application/x-go-sgf"
    )
    for part, body in (("take-back/", {"to_turn": 1}), ("record/withdraw/", {})):
        told = client.post(one + part, {**body, "reason": "x"}, **SEND)
        assert (told.status_code, told.json()["code"]) == (403, "own_game"), part
    page = f"/tournaments/open/games/{game.game_id}/"
    sent = {"reason": "x", "next": page}
    said = Page(client.post(f"{page}record/withdraw/", sent, follow=True))
    assert "another official" in said.text
    assert PairingRow.objects.get(pk=game.pk).game_id == game.game_id
