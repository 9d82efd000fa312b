"""Team tournaments over REST: a whole day, and refusals."""

import pytest
from rest_framework.test import APIClient

from games.log.verification import verify
from tests.builders import differing_rows
from tests.tournaments.api.test_a_day_over_rest import founding, good

pytestmark = pytest.mark.django_db
HOUSE, EVENT = "/api/v1/organisations/riverside/", "/api/v1/tournaments/open/"
NAMES = ("Rive", "Hill", "Lake", "Port")
RANKS = ("3d", "1d", "2k", "5k")


@pytest.fixture(scope="module")
def director(lasting_db):
    """Owner of an organisation with a tournament of four teams of three boards and a substitute."""
    client = founding("director")
    good(client.post("/api/v1/organisations/", {"slug": "riverside", "name": "Riverside"}), 201)
    settings = {
        "system": "swiss",
        "rounds": 3,
        "criteria": ["NBW"],
        "handicap": {"ceiling": 0},
        "teams": {"boards": 3, "criteria": ["TEAMP", "BDW", "SOST", "BDWW"]},
    }
    made = {"organisation": "riverside", "slug": "open", "name": "Team Open", "settings": settings}
    good(client.post("/api/v1/tournaments/", made), 201)
    for name in NAMES:
        members = [enter(client, f"{name}{board}", rank) for board, rank in enumerate(RANKS, start=1)]
        team = good(client.post(f"{EVENT}teams/", {"name": name, "members": members, "country": "NL"}), 201)
        assert [member["board"] for member in team["members"]] == [1, 2, 3, 0]
        assert team["rank"] == "1d"
    good(client.patch(f"{EVENT}", {"published": True}, headers={"If-Match": "*"}))
    return client


def enter(client, name, rank="1d", **more):
    person = {"family_name": name, "rank": rank, "rating": 2000, **more}
    player = good(client.post(f"{HOUSE}players/", person), 201)
    return good(client.post(f"{EVENT}entries/", {"player": player["id"]}), 201)["id"]


def teams(client):
    return {team["name"]: team for team in good(client.get(f"{EVENT}teams/"))["results"]}


def member(client, name, board):
    return teams(client)[name]["members"][board - 1]["entry"]


def pair(client, number):
    good(client.post(f"{EVENT}rounds/{number}/pairings/", {"seed": number}, headers={"If-Match": "*"}), 201)
    good(client.patch(f"{EVENT}rounds/{number}/", {"published": True}))
    return matches(client, number)


def matches(client, number):
    return good(client.get(f"{EVENT}rounds/{number}/matches/"))["matches"]


def of_team(client, number, name):
    """The match of a team, and on which side it is."""
    for match in matches(client, number):
        for side, other in (("white", "black"), ("black", "white")):
            if match[side]["name"] == name:
                return match, side, other
    raise LookupError(name)


def first_wins(client, number):
    """The team that NAMES has first wins at every board that has no result."""
    for match in matches(client, number):
        for board in match["boards"]:
            if board["state"] == "missing":
                white, black = (board[side]["name"][:4] for side in ("white", "black"))
                winner = "white" if NAMES.index(white) < NAMES.index(black) else "black"
                good(client.put(f"/api/v1/games/{board['game']}/result/", {"result": winner}))


def standings(client, query=""):
    rows = good(client.get(f"{EVENT}team-standings/{query}"))["results"]
    return [(row["place"], row["name"], row["scores"]["TEAMP"], row["scores"]["BDW"]) for row in rows]


@pytest.mark.both
def test_team_tournament_is_played_for_a_day(director):
    public = APIClient()
    first = pair(director, 1)
    assert [[board["board"] for board in match["boards"]] for match in first] == [[1, 2, 3]] * 2
    assert good(public.get(f"{EVENT}rounds/1/matches/"))["matches"] == first
    first_wins(director, 1)
    assert [row[2:] for row in standings(public)] == [(1, 3), (1, 3), (0, 0), (0, 0)]

    # Round 2: a substitute for Rive's second board; Lake's third does not come and nobody sits for him.
    substitute = member(director, "Rive", 4)
    players = [member(director, "Rive", board) for board in (1, 4, 3)]
    rive = teams(director)["Rive"]["id"]
    told = good(director.put(f"{EVENT}teams/{rive}/line-ups/2/", {"players": players}))
    assert told["line_ups"][-1] == {"round": 2, "players": players}
    assert [up["round"] for up in teams(public)["Rive"]["line_ups"]] == [1]
    misses = {"rounds": [{"round": 2, "present": False}]}
    good(director.patch(f"{EVENT}entries/{member(director, 'Lake', 3)}/presence/", misses))
    pair(director, 2)
    match = of_team(director, 2, "Rive")[0]
    assert substitute in {match["boards"][1][side]["entry"] for side in ("white", "black")}
    match, _, other = of_team(director, 2, "Lake")
    lost = match["boards"][2]
    assert lost["by_default"]
    assert lost["result"] != "not_played"
    winner = lost["result"]
    assert lost[winner]["name"][:4] == match[other]["name"]
    first_wins(director, 2)

    pair(director, 3)
    first_wins(director, 3)
    assert standings(public) == [
        (1, "Rive", 3.0, 9.0),
        (2, "Hill", 2.0, 6.0),
        (3, "Lake", 1.0, 2.0),  # one board lost to nobody
        (4, "Port", 0.0, 1.0),
    ]
    before = good(director.get(f"{EVENT}events/"))["results"][-1]["position"]

    # A late correction: two boards of round 1 were the other way round, and with them a match.
    match, _, other = of_team(director, 1, "Rive")
    for board in match["boards"][:2]:
        lost = "white" if board["white"]["name"][:4] == match[other]["name"] else "black"
        address = f"/api/v1/games/{board['game']}/result/"
        assert director.put(address, {"result": lost}).json()["code"] == "reason_required"
        good(director.put(address, {"result": lost, "reason": "entered at the wrong table"}))
    rows = {row[1]: row[2:] for row in standings(public)}
    assert rows["Rive"] == (2.0, 7.0)
    assert sum(points for points, _ in rows.values()) == 6
    assert standings(public, f"?at={before}")[0] == (1, "Rive", 3.0, 9.0)
    assert good(director.get(f"{EVENT}rounds/3/"))["corrected"]
    boards = good(public.get(f"{EVENT}team-standings/?round=3"))["boards"]
    assert [len(board["players"]) for board in boards] == [4, 5, 4]
    assert {row["games"] for row in boards[0]["players"]} == {3}

    single = good(public.get(f"{EVENT}standings/"))["results"]
    assert len(single) == 16
    assert {cell for row in single for cell in row["games"] if "!" in cell}
    assert director.get(f"{EVENT}exports/h9/").status_code == 200
    assert differing_rows() == []
    assert list(verify()) == []


def refused(response):
    return response.status_code, response.json()["code"]


def test_rejects_invalid_bodies(director):
    for name in ("", "x" * 61, "two\nlines"):
        assert director.post(f"{EVENT}teams/", {"name": name, "members": []}).status_code == 422, name
    for body in ({}, {"name": "New"}, {"members": []}, {"name": "New", "members": ["x"]}, [], "Rive"):
        assert director.post(f"{EVENT}teams/", body).status_code in (400, 422), body


def test_substitute_may_play_after_publication(director):
    pair(director, 1)
    rive = teams(director)["Rive"]
    players = [rive["members"][place]["entry"] for place in (0, 3, 2)]
    address = f"{EVENT}teams/{rive['id']}/line-ups/1/"
    before = {board["board"]: board for board in of_team(director, 1, "Rive")[0]["boards"]}
    assert refused(director.put(address, {"players": players})) == (422, "reason_required")
    good(director.put(address, {"players": players, "reason": "ill"}))
    now = {board["board"]: board for board in of_team(director, 1, "Rive")[0]["boards"]}
    assert [now[number]["game"] == before[number]["game"] for number in (1, 2, 3)] == [True, False, True]
    assert now[2]["table"] == before[2]["table"]
    assert players[1] in {now[2][side]["entry"] for side in ("white", "black")}
    assert director.get(f"/api/v1/games/{now[2]['game']}/").status_code == 200
    versions = good(director.get(f"{EVENT}story/?after=0"))["results"]
    assert "Rive sits at its boards in round 1" in versions[-2]["text"]
    undone = {"version": versions[-1]["version"], "reason": "well again"}
    good(director.post(f"{EVENT}undo/", undone, headers={"If-Match": "*"}))
    again = {board["board"]: board for board in of_team(director, 1, "Rive")[0]["boards"]}
    assert {again[2][side]["entry"] for side in ("white", "black")} == {
        before[2][side]["entry"] for side in ("white", "black")
    }
    assert differing_rows() == []
    assert list(verify()) == []


def test_matches_can_be_made_by_hand(director):
    ids = {name: team["id"] for name, team in teams(director).items()}
    address = f"{EVENT}rounds/1/matches/"
    made = good(
        director.post(address, {"white": ids["Port"], "black": ids["Rive"]}, headers={"If-Match": "*"}), 201
    )
    assert [(match["white"]["name"], match["black"]["name"]) for match in made["matches"]] == [
        ("Port", "Rive")
    ]
    free = good(director.put(f"{EVENT}rounds/1/team-byes/{ids['Hill']}/"))
    assert free["byes"] == [{"team": ids["Hill"], "name": "Hill"}]
    good(director.delete(f"{EVENT}rounds/1/team-byes/{ids['Hill']}/"))
    assert director.post(address, {"white": ids["Port"], "black": ids["Hill"]}).status_code == 428
    paired = pair(director, 1)
    assert len(paired) == 2
    no = director.delete(f"{address}{ids['Rive']}/", headers={"If-Match": "*"})
    assert refused(no) == (422, "reason_required")
    left = good(director.delete(f"{address}{ids['Rive']}/?reason=late", headers={"If-Match": "*"}))
    assert [match["white"]["name"] in ("Hill", "Lake") for match in left["matches"]] == [True]


def test_team_may_change_name_and_boards(director):
    rive = teams(director)["Rive"]
    members = [one["entry"] for one in reversed(rive["members"])]
    told = good(director.patch(f"{EVENT}teams/{rive['id']}/", {"name": "Rive Droite", "members": members}))
    assert [one["name"] for one in told["members"]] == ["Rive4", "Rive3", "Rive2", "Rive1"]
    assert (told["rank"], told["name"]) == ("3k", "Rive Droite")
    pair(director, 1)
    no = director.patch(f"{EVENT}teams/{rive['id']}/", {"name": "Rive"})
    assert refused(no) == (422, "reason_required")


def test_line_up_of_an_unpublished_round_is_for_officers(director):
    rive = teams(director)["Rive"]
    players = [rive["members"][place]["entry"] for place in (3, 1, 2)]
    good(director.put(f"{EVENT}teams/{rive['id']}/line-ups/1/", {"players": players}))
    good(director.post(f"{EVENT}rounds/1/pairings/", {"seed": 1}, headers={"If-Match": "*"}), 201)
    assert teams(director)["Rive"]["line_ups"] == [{"round": 1, "players": players}]
    public = APIClient()
    assert teams(public)["Rive"]["line_ups"] == []
    assert public.get(f"{EVENT}rounds/1/matches/").status_code == 404
    assert public.get(f"{EVENT}team-standings/?round=1").status_code == 404
