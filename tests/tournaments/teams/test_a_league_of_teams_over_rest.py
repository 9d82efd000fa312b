"""A league of five teams over REST, from its creation to the final table."""

import json

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from games.log.verification import verify
from tests.builders import differing_rows
from tests.tournaments.api.test_a_day_over_rest import founding, good
from tests.tournaments.management.test_cli import ran
from tests.tournaments.teams.test_a_team_day_over_rest import (
    EVENT,
    enter,
    matches,
    member,
    of_team,
    pair,
    standings,
    teams,
)
from tournaments.formats.exports import FORMATS

pytestmark = pytest.mark.django_db
NAMES = ("Rive", "Hill", "Lake", "Port", "Cove")
DATES = ("2026-09-05", "2026-09-19", "2026-10-03", "2026-10-17", "2026-10-31")


def created(**schedule):
    """A director's client, and five teams of three boards and a substitute, the first the strongest."""
    client = founding("director")
    good(client.post("/api/v1/organisations/", {"slug": "riverside", "name": "Riverside"}), 201)
    settings = {
        "system": schedule.pop("system", "round_robin"),
        "teams": {"boards": 3},
        "schedule": {"dates": list(DATES), **schedule},
    }
    made = {"organisation": "riverside", "slug": "open", "name": "National League", "settings": settings}
    good(client.post("/api/v1/tournaments/", made), 201)
    for strength, name in enumerate(NAMES):
        members = [enter(client, f"{name}{n}", rating=2300 - 100 * strength) for n in (1, 2, 3, 4)]
        good(client.post(f"{EVENT}teams/", {"name": name, "members": members}), 201)
    good(client.patch(f"{EVENT}", {"published": True}, headers={"If-Match": "*"}))
    return client


@pytest.fixture(scope="module")
def director(lasting_db):
    return created()


def winner_of(board, name):
    return "white" if board["white"]["name"].startswith(name) else "black"


def play(client, number, but=None):
    """At each board without a result the stronger team wins; ``but``: (teams, board) -> who does, or jigo."""
    for match in matches(client, number):
        names = sorted((match["white"]["name"], match["black"]["name"]), key=NAMES.index)
        for board in match["boards"]:
            if board["state"] != "missing":
                continue
            said = (but or {}).get(("-".join(names), board["board"]), names[0])
            result = said if said == "jigo" else winner_of(board, said)
            good(client.put(f"/api/v1/games/{board['game']}/result/", {"result": result}))


def schedule(client):
    return good(client.get(f"{EVENT}schedule/"))


def fixtures(client):
    """Return the matches and their board points by round."""
    return [
        [
            (game["white"]["name"], game["black"]["name"], game["white_points"], game["black_points"])
            for game in one["games"]
        ]
        for one in schedule(client)["rounds"]
    ]


def test_schedule_is_complete_before_the_first_round(director):
    public = APIClient()
    told = good(director.get(f"{EVENT}settings/"))["settings"]
    assert (told["teams"]["boards"], told["teams"]["bye_boards2"], told["nbw_bye2"]) == (3, 0, 0)
    assert schedule(public)["rounds"] == []
    good(director.post(f"{EVENT}rounds/1/pairings/", {"seed": 1}, headers={"If-Match": "*"}), 201)
    assert schedule(public)["seeds"] == []
    good(director.patch(f"{EVENT}rounds/1/", {"published": True}))
    told = schedule(public)
    assert [(seed["name"], seed["entry"]) for seed in told["seeds"]] == [(name, None) for name in NAMES]
    assert {seed["team"] for seed in told["seeds"]} == {team["id"] for team in teams(public).values()}
    assert [(one["date"], [team["name"] for team in one["free"]]) for one in told["rounds"]] == [
        *zip(DATES, (["Rive"], ["Port"], ["Hill"], ["Cove"], ["Lake"]), strict=True)
    ]
    assert fixtures(public)[1] == [("Rive", "Hill", None, None), ("Cove", "Lake", None, None)]
    assert [match["white"]["name"] for match in matches(public, 1)] == ["Hill", "Lake"]
    assert [board["table"] for match in matches(public, 1) for board in match["boards"]] == [1, 2, 3, 4, 5, 6]
    body = good(public.get(f"{EVENT}rounds/1/matches/"))
    assert [one["name"] for one in body["byes"]] == ["Rive"]
    assert good(public.get(f"{EVENT}rounds/1/"))["rules"] == "berger"


def test_league_is_played_for_a_season(director):
    public = APIClient()
    pair(director, 1)
    play(director, 1)

    # Round 2: Rive has a substitute at board 2; nobody sits at Hill's board 3.
    players = [member(director, "Rive", place) for place in (1, 4, 3)]
    rive = teams(director)["Rive"]["id"]
    good(director.put(f"{EVENT}teams/{rive}/line-ups/2/", {"players": players}))
    misses = {"rounds": [{"round": 2, "present": False}]}
    good(director.patch(f"{EVENT}entries/{member(director, 'Hill', 3)}/presence/", misses))
    pair(director, 2)
    match, _, _ = of_team(director, 2, "Rive")
    assert match["white"]["name"] == "Rive"
    assert [board["white"]["name"] for board in match["boards"]] == ["Rive1", "Hill2", "Rive3"]
    assert match["boards"][1]["black"]["name"] == "Rive4"
    assert [board["by_default"] for board in match["boards"]] == [False, False, True]
    play(director, 2)

    # Round 3: Rive and Lake share the points.
    pair(director, 3)
    play(director, 3, {("Rive-Lake", 2): "Lake", ("Rive-Lake", 3): "jigo"})
    assert fixtures(public)[2][0] == ("Lake", "Rive", 1.5, 1.5)

    # Port leaves: what it still had to play is lost by default.
    for place in (1, 2, 3, 4):
        good(
            director.patch(
                f"{EVENT}entries/{member(director, 'Port', place)}/presence/", {"state": "withdrawn"}
            )
        )
    pair(director, 4)
    match, _, other = of_team(director, 4, "Port")
    assert (match["finished"], match[other]["points"], match[other]["name"]) == (True, 3, "Rive")
    play(director, 4)
    pair(director, 5)
    play(director, 5)
    table = [
        (1, "Rive", 3.5, 10.5),
        (2, "Hill", 3.0, 9.0),
        (3, "Lake", 2.5, 7.5),
        (4, "Port", 1.0, 3.0),
        (5, "Cove", 0.0, 0.0),
    ]
    assert standings(public) == table
    assert director.post(f"{EVENT}rounds/6/pairings/", {}, headers={"If-Match": "*"}).status_code == 404
    before = good(director.get(f"{EVENT}events/"))["results"][-1]["position"]

    # A board of round 1 was entered the wrong way round.
    match, _, _ = of_team(director, 1, "Hill")
    first = match["boards"][0]
    body = {"result": winner_of(first, "Cove"), "reason": "the slip was misread"}
    good(director.put(f"/api/v1/games/{first['game']}/result/", body))
    assert [row[1:] for row in standings(public)][1::3] == [("Hill", 3.0, 8.0), ("Cove", 0.0, 1.0)]
    assert standings(public, f"?at={before}") == table
    assert good(public.get(f"{EVENT}team-standings/"))["results"][0]["matches"] == [
        "0+", "2+3:0", "3=1½:1½", "4+3:0", "5+3:0",
    ]  # fmt: skip

    lines = [line["text"] for line in good(director.get(f"{EVENT}story/?after=0"))["results"]]
    assert "Round 1 was paired by round robin: 2 team matches, 6 games; Rive had the bye." in lines
    told = ran("standings", "open", "--teams", "--round", "5")
    assert [row["name"] for row in told["results"]] == list(NAMES)
    call_command("rebuild", "--check")
    assert differing_rows() == []
    assert list(verify()) == []


def test_exports_ratings_and_what_ifs_work_as_before(director):
    pair(director, 1)
    play(director, 1)
    whole = json.loads(b"".join(director.get(f"{EVENT}exports/json/").streaming_content))
    told = {team["id"]: team["name"] for team in whole["teams"]}
    assert [told[team] for team in whole["rounds"][0]["drawn"][""]] == list(NAMES)
    assert [(team["place"], team["name"], team["scores"]["BDW"]) for team in whole["teams"]][:3] == [
        (1, "Hill", 3.0), (1, "Lake", 3.0), (3, "Cove", 0.0),
    ]  # fmt: skip
    assert [len(team["members"]) for team in whole["teams"]] == [4] * 5
    assert len(whole["rounds"][0]["line_ups"]) == 5
    assert {pair["place"] for pair in whole["rounds"][0]["pairs"]} == {"R1/1", "R1/2"}
    for kind in FORMATS:
        assert director.get(f"{EVENT}exports/{kind}/").status_code == 200, kind
    table = director.get(f"{EVENT}exports/results/").content.decode("utf-8-sig").splitlines()
    assert table[0].split(",")[-3:] == ["board", "white_team", "black_team"]
    assert [row.split(",")[-3:] for row in table[1:4]] == [
        ["1", "Hill", "Cove"], ["2", "Cove", "Hill"], ["3", "Hill", "Cove"],
    ]  # fmt: skip
    assert good(director.get(f"{EVENT}ratings/"))
    assert good(director.post(f"{EVENT}whatif/", {"criteria": ["NBW"]}))
