"""Standings of teams precede those of players on pages, in tables and among prizes."""

import csv
import io

import pytest

from tests.builders import a_team_tournament, do, logged_in, pair, state_of
from tests.tournaments.web.visitor import Page
from tournaments.competition.history import Result, Winner
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.results import RecordResult
from tournaments.teams.matches import matches

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/teams/"


def played():
    """Team 1 beats Team 2 by two boards of three; its third player loses."""
    chosen = settings_for("knock_out")
    row = a_team_tournament(2, 3, system="knock_out", criteria=chosen.criteria)
    pair(row, 1)
    state = state_of(row)
    first = next(team.id for team in state.teams.values() if team.name == "Team 1")
    for board in matches(state, 1)[0].boards:
        own = Winner.WHITE if board.white == first else Winner.BLACK
        other = Winner.BLACK if own is Winner.WHITE else Winner.WHITE
        result = Result(winner=other if board.number == 3 else own)
        do(row, RecordResult(game_id=board.pair.game_id, result=result))
    return row


@pytest.fixture
def director():
    return logged_in()


def table(client, name):
    text = client.get(f"{API}exports/{name}/").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_pages_and_tables_list_teams_before_players(client, director):
    played()
    page = Page(client.get("/tournaments/teams/")).text
    assert page.index("1 Team 1") < page.index("2 Team 2") < page.index("Player0000")
    assert client.get(f"{API}standings/").json()["criteria"] == [
        "NBW"
    ]  # nobody is out by a game of their own
    assert [(row["place"], row["team"], row["BDW"]) for row in table(director, "standings")] == [
        ("1", "Team 1", "2.0"),
        ("2", "Team 2", "1.0"),
    ]
    assert len(table(director, "individuals")) == 6
    told = [(row["family_name"], row["team"], row["board"]) for row in table(director, "players")]
    assert told[2:4] == [("Player0002", "Team 1", "3"), ("Player0003", "Team 2", "1")]
    prize = client.get(f"{API}prizes/").json()["prizes"][0]
    assert [(line["place"], line["team"]) for line in prize["lines"]] == [(1, "Team 1"), (2, "Team 2")]
    assert prize["lines"][0]["players"][0]["name"].startswith("Player0000")
    assert "Teams,1,Team 1," in client.get(f"{API}prizes.csv").content.decode("utf-8-sig")
