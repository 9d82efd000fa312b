"""A tournament from nothing to its standings, by programs only."""

import pytest
from rest_framework.test import APIClient

from tests.builders import a_founder, an_account
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
PASSWORD = "nine-stones-and-a-bowl"
ANY = {"If-Match": "*"}
MISSES_ROUND_1 = {"rounds": [{"round": 1, "present": False}]}


def logged_in(name):
    user = an_account(name)
    user.set_password(PASSWORD)
    user.save()
    client = APIClient()
    told = client.post("/api/v1/login/", {"username": name, "password": PASSWORD})
    assert told.status_code == 201
    client.credentials(HTTP_AUTHORIZATION=f"Token {told.json()['token']}")
    return client


def founding(name):
    """The same, who may found organisations."""
    a_founder(an_account(name))
    return logged_in(name)


def good(response, status=200):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


@pytest.fixture
def director():
    """Owner of an organisation with a tournament of four players, nothing paired."""
    client = founding("director")
    good(client.post("/api/v1/organisations/", {"slug": "riverside", "name": "Riverside"}), 201)
    created = client.post(
        "/api/v1/tournaments/",
        {
            "organisation": "riverside",
            "slug": "open",
            "name": "Open",
            "begins": "2026-11-21",
            "settings": {"rounds": 3, "komi": 7.0, "criteria": ["MMS", "SOS", "SOSOS"]},
        },
    )
    assert good(created, 201)["settings"]["komi"] == 7.0
    assert created["ETag"].startswith('"2-')
    for number, rank in enumerate(("2d", "1d", "1k", "2k")):
        player = good(
            client.post(
                "/api/v1/organisations/riverside/players/",
                {
                    "family_name": f"Family{number}",
                    "given_name": "Given",
                    "rank": rank,
                    "rating": 2200 - 100 * number,
                    "country": "NL",
                },
            ),
            201,
        )
        good(client.post("/api/v1/tournaments/open/entries/", {"player": player["id"]}), 201)
    return client


def pair(client, number):
    tournament = client.get("/api/v1/tournaments/open/")
    return good(
        client.post(
            f"/api/v1/tournaments/open/rounds/{number}/pairings/",
            {"seed": 7, "rules": "opengotha-3.51"},
            headers={"If-Match": tournament["ETag"]},
        ),
        201,
    )


def pairings(client, number=1):
    return good(client.get(f"/api/v1/tournaments/open/rounds/{number}/pairings/"))["results"]


def test_pairing_publishing_and_results(director):
    public = APIClient()
    assert public.get("/api/v1/tournaments/open/").status_code == 404
    published = good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers=ANY))
    assert published == good(director.get("/api/v1/tournaments/open/"))
    assert published["appeals_committee"] is False
    made = pair(director, 1)
    assert (made["games"], made["rules"], made["seed"]) == (2, "opengotha-3.51", 7)
    assert made["total"] == made["optimum"]
    assert public.get("/api/v1/tournaments/open/rounds/1/pairings/").status_code == 404
    assert good(public.get("/api/v1/tournaments/open/rounds/"))["results"] == []
    good(director.patch("/api/v1/tournaments/open/rounds/1/", {"published": True}))
    games = pairings(public)
    assert [game["table"] for game in games] == [1, 2]
    assert sum(games[0]["components"].values()) == int(games[0]["total"])

    result = f"/api/v1/games/{games[0]['id']}/result/"
    told = good(director.put(result, {"result": "white"}))
    assert (told["result"], told["state"]) == ("white", "confirmed")
    default = {"result": "both_lose", "by_default": True}
    good(director.put(f"/api/v1/games/{games[1]['id']}/result/", default))

    standings = good(public.get("/api/v1/tournaments/open/standings/"))
    assert (standings["round"], standings["criteria"]) == (1, ["MMS", "SOSM", "SOSOSM"])
    rows = {row["key"]: row for row in standings["results"]}
    won, lost = rows[games[0]["white"]["key"]], rows[games[0]["black"]["key"]]
    assert (won["games"][0][1:], lost["games"][0][1:]) == ("+/w0", "-/b0")
    assert rows[games[1]["white"]["key"]]["games"][0][1:] == "-!w0"
    assert all(row["reason"] for row in standings["results"][1:])
    assert good(public.get("/api/v1/tournaments/open/standings/?round=0"))["results"][0]["games"] == []


def test_standings_as_the_log_told_them(director):
    pair(director, 1)
    game = pairings(director)[0]
    address = f"/api/v1/games/{game['id']}/result/"
    good(director.put(address, {"result": "white"}))
    events = good(director.get("/api/v1/tournaments/open/events/"))["results"]
    then = events[-1]["position"]
    good(director.put(address, {"result": "black"}))
    now = good(director.get("/api/v1/tournaments/open/standings/?round=1"))
    past = good(director.get(f"/api/v1/tournaments/open/standings/?round=1&at={then}"))
    cells = [
        {row["key"]: row["games"][0][1] for row in table["results"]}[game["white"]["key"]]
        for table in (past, now)
    ]
    assert cells == ["+", "-"]
    assert director.get("/api/v1/tournaments/open/standings/?at=0").status_code == 404


def test_events_of_a_round_that_is_not_shown_are_withheld(director):
    good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers=ANY))
    pair(director, 1)
    hidden = good(APIClient().get("/api/v1/tournaments/open/events/"))["results"][-1]
    own = good(director.get("/api/v1/tournaments/open/events/"))["results"][-1]
    assert (hidden["kind"], hidden["data"]) == ("tournament.round-paired.v1", None)
    assert hidden["digest"] == own["digest"]
    assert own["data"]["pairs"]


def test_both_players_report(director):
    good(director.patch("/api/v1/tournaments/open/", {"published": True}, headers=ANY))
    pair(director, 1)
    good(director.patch("/api/v1/tournaments/open/rounds/1/", {"published": True}))
    game = pairings(director)[0]
    people = good(director.get("/api/v1/organisations/riverside/players/"))["results"]
    clients = {}
    for side in ("white", "black"):
        clients[side] = logged_in(side)
        player = next(p for p in people if game[side]["name"] == f"{p['family_name']} {p['given_name']}")
        address = f"/api/v1/organisations/riverside/players/{player['id']}/invitation/"
        link = good(director.post(address), 201)["token"]
        good(clients[side].post(f"/api/v1/invitations/{link}/accept/"))
    address = f"/api/v1/games/{game['id']}/reports/"
    assert good(clients["white"].post(address, {"result": "white"}), 201)["state"] == "reported"
    disputed = good(clients["black"].post(address, {"result": "black"}), 201)
    assert (disputed["state"], disputed["result"]) == ("disputed", "not_played")
    agreed = good(clients["black"].post(address, {"result": "white"}), 201)
    assert (agreed["state"], agreed["result"]) == ("confirmed", "white")


def test_a_record_that_contradicts_the_report_is_flagged(director):
    pair(director, 1)
    game = pairings(director)[0]["id"]
    good(director.put(f"/api/v1/games/{game}/result/", {"result": "black"}))
    played = director.post(f"/api/v1/games/{game}/moves/", {"do": "resign", "colour": "black"}, headers=ANY)
    good(played, 201)
    flagged = good(director.get("/api/v1/tournaments/open/rounds/1/pairings/?contradicted=true"))["results"]
    assert [(found["id"], found["outcome"], found["contradicted"]) for found in flagged] == [
        (game, "W+R", True)
    ]


def test_hand_edits(director):
    pair(director, 1)
    first, second = pairings(director)
    games = "/api/v1/games/"
    swapped = good(director.post(f"{games}{first['id']}/colours/", headers=ANY))
    assert (swapped["white"], swapped["black"]) == (first["black"], first["white"])
    terms = good(director.put(f"{games}{first['id']}/terms/", {"handicap": 2, "komi": 0.5}, headers=ANY))
    assert (terms["handicap"], terms["komi"]) == (2, 0.5)
    moved = good(director.put(f"{games}{first['id']}/table/", {"table": 2}, headers=ANY))
    assert moved["table"] == 2
    assert {game["table"] for game in pairings(director)} == {1, 2}
    assert good(director.get(f"/api/v1/games/{first['id']}/"))["handicap"] == 2
    assert director.delete(f"{games}{second['id']}/", headers=ANY).status_code == 204
    remade = {"white": second["black"]["entry"], "black": second["white"]["entry"], "handicap": 3}
    made = good(director.post("/api/v1/tournaments/open/rounds/1/pairs/", remade, headers=ANY), 201)
    assert (made["by_hand"], made["komi"]) == (True, 0.0)
    good(director.delete("/api/v1/tournaments/open/rounds/1/pairings/", headers=ANY))
    assert not PairingRow.objects.exists()


def test_absence_bye_and_withdrawal(director):
    entries = good(director.get("/api/v1/tournaments/open/entries/"))["results"]
    players = "/api/v1/tournaments/open/entries/"
    absent = good(director.patch(f"{players}{entries[0]['id']}/presence/", MISSES_ROUND_1))
    assert absent["absent"] == [1]
    made = pair(director, 1)
    assert (made["games"], len(made["byes"])) == (1, 1)
    bye = made["byes"][0]
    assert good(director.delete(f"/api/v1/tournaments/open/rounds/1/byes/{bye}/"))["byes"] == []
    assert good(director.put(f"/api/v1/tournaments/open/rounds/1/byes/{bye}/"))["byes"] == [bye]
    left = good(director.patch(f"{players}{entries[1]['id']}/presence/", {"state": "withdrawn"}))
    assert left["withdrawn"]
    assert not good(director.patch(f"{players}{entries[1]['id']}/presence/", {"state": "playing"}))[
        "withdrawn"
    ]
