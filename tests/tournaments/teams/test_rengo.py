"""Rengo: three players in turn on each side, entered as one."""

import pytest
from rest_framework.test import APIClient

from games.log.verification import verify
from tests.builders import differing_rows
from tests.tournaments.api.test_a_day_over_rest import good
from tests.tournaments.teams.test_pair_go import account, event_of, games, pair, person
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
HOUSE, EVENT = "/api/v1/organisations/riverside/", "/api/v1/tournaments/pairs/"
SIDES = (("Ito", "Sato", "Mori"), ("Roux", "Blanc", "Noir"), ("Berg", "Dahl", "Lund"), ("Ek", "Alm", "Ask"))
RANKS = ("3d", "1d", "2k")


@pytest.fixture(scope="module")
def director(lasting_db):
    return event_of([dict(zip(side, RANKS, strict=True)) for side in SIDES])


def test_rengo_is_played_for_a_day_and_rebuilt(director):
    told = good(director.get(f"{EVENT}entries/"))["results"]
    assert {row["name"] for row in told} == {" & ".join(f"{name} Kim" for name in side) for side in SIDES}
    assert {row["rank"] for row in told} == {"1d"}  # of their mean
    for number in (1, 2, 3):
        pair(director, number)
        for game in games(director, number):
            good(director.put(f"/api/v1/games/{game['id']}/result/", {"result": "white"}))
    rows = good(APIClient().get(f"{EVENT}standings/"))["results"]
    assert [row["name"].count("&") for row in rows] == [2, 2, 2, 2]
    assert "Ito/Sato/Mori" in director.get(f"{EVENT}exports/opengotha/").content.decode()
    assert differing_rows() == []
    assert list(verify()) == []


def test_third_player_of_a_side_may_report(director):
    pair(director, 1)
    game = next(game for game in games(director, 1) if "Ito" in game["white"]["name"] + game["black"]["name"])
    own = "white" if "Ito" in game["white"]["name"] else "black"
    third = account("mori", "Mori")
    told = good(third.post(f"/api/v1/games/{game['id']}/reports/", {"result": own}), 201)
    assert told["state"] == "reported"
    assert good(third.get("/api/v1/account/"))["entries"] != []


def test_rejects_busy_or_missing_players_and_forgets_erased_ones(director):
    free = [person(director, name) for name in ("New", "Other")]
    mori = str(Player.objects.get(family_name="Mori").pk)
    for body, code in (
        ({"player": free[0], "partner": free[1]}, "invalid_entry"),
        ({"player": free[0], "partner": free[1], "third": free[0]}, "invalid_entry"),
        ({"player": free[0], "partner": free[1], "third": mori}, "already_entered"),
        ({"player": free[0], "third": free[1]}, "invalid_entry"),
    ):
        assert director.post(f"{EVENT}entries/", body).json()["code"] == code, body
    good(director.delete(f"{HOUSE}players/{mori}/"), 204)
    names = {row["name"] for row in good(director.get(f"{EVENT}entries/"))["results"]}
    assert "Ito Kim & Sato Kim & (erased)" in names
