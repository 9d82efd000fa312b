"""Where teams play, standings are those of the teams: on the front page, in tables, as prizes."""

import csv
import io

import pytest
from django.test import Client

from tests.builders import a_context, a_team_tournament, an_account, pair
from tests.tournaments.web.visitor import Page
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.competition.system_defaults import settings_for
from tournaments.deciding.results import RecordResult
from tournaments.loading import load
from tournaments.teams.matches import matches

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/teams/"


def played():
    """Team 1 beats Team 2 by two boards of three; its third player loses."""
    chosen = settings_for("knock_out")
    row = a_team_tournament(2, 3, system="knock_out", criteria=chosen.criteria)
    pair(row, 1)
    state = load(str(row.id))[0]
    first = next(team.id for team in state.teams.values() if team.name == "Team 1")
    for board in matches(state, 1)[0].boards:
        own = Winner.WHITE if board.white == first else Winner.BLACK
        other = Winner.BLACK if own is Winner.WHITE else Winner.WHITE
        result = Result(winner=other if board.number == 3 else own)
        carry_out(str(row.id), RecordResult(game_id=board.pair.game_id, result=result), a_context())
    return row


@pytest.fixture
def director():
    client = Client()
    client.force_login(an_account("dora", "director"))
    return client


def table(client, name):
    text = client.get(f"{API}exports/{name}/").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_front_page_has_teams_before_players(client):
    played()
    page = Page(client.get("/tournaments/teams/"))
    assert page.text.index("1 Team 1") < page.text.index("2 Team 2") < page.text.index("Player0000")
    assert "TEAMP" in page.text


def test_no_player_is_out_by_a_game_of_their_own(client):
    played()
    body = client.get(f"{API}standings/").json()
    assert body["criteria"] == ["NBW"]
    assert "OUT" not in Page(client.get("/tournaments/teams/")).text.split("Players")[-1]


def test_the_table_for_spreadsheets_has_a_row_a_team(director):
    played()
    assert [(row["place"], row["team"], row["BDW"]) for row in table(director, "standings")] == [
        ("1", "Team 1", "2.0"),
        ("2", "Team 2", "1.0"),
    ]
    assert len(table(director, "individuals")) == 6


def test_the_table_of_players_says_team_and_board(director):
    played()
    told = [(row["family_name"], row["team"], row["board"]) for row in table(director, "players")]
    assert told[:4] == [
        ("Player0000", "Team 1", "1"),
        ("Player0001", "Team 1", "2"),
        ("Player0002", "Team 1", "3"),
        ("Player0003", "Team 2", "1"),
    ]


def test_the_first_prizes_are_those_of_teams(client):
    played()
    prize = client.get(f"{API}prizes/").json()["prizes"][0]
    assert [(line["place"], line["team"]) for line in prize["lines"]] == [(1, "Team 1"), (2, "Team 2")]
    assert prize["lines"][0]["players"][0]["name"].startswith("Player0000")
    text = client.get(f"{API}prizes/csv/").content.decode("utf-8-sig")
    assert "Teams,1,Team 1," in text
