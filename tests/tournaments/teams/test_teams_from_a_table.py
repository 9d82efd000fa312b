"""Teams formed by the table of players: columns team and board."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.refusals import Refusal
from tests.builders import a_context, a_team_tournament, a_tournament, logged_in, state_of
from tests.tournaments.web.visitor import Page
from tournaments.competition.settings import TeamSettings
from tournaments.formats.csv_players import read_players
from tournaments.persons.lists.entering import enter_table
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
TABLE = """name;rank;team;board
Ek, Ada;3d;Hill;2
Alm, Bo;4d;Hill;1
Ask, Cy;1k;Hill;
Sten, Di;2d;Lake;1
Berg, Ed;1d;lake;2
Sund, Flo;5k;;
"""


def an_event(boards=2):
    return a_tournament(0, slug="teams", teams=TeamSettings(boards=boards), system="swiss", criteria=("NBW",))


def told(row):
    names = entry_names(TournamentRow.objects.get(pk=row.pk))
    return {team.name: [str(names[entry]) for entry in team.members] for team in state_of(row).teams.values()}


def entering(row, text=TABLE):
    return enter_table(row, read_players(text.encode()), a_context())


def test_forms_teams_by_board_with_substitutes_last():
    row = an_event()
    came = entering(row)
    assert (came.entered, came.teams) == (6, 2)
    assert told(row) == {"Hill": ["Alm Bo", "Ek Ada", "Ask Cy"], "Lake": ["Sten Di", "Berg Ed"]}


def test_second_table_extends_existing_teams():
    row = an_event()
    entering(row)
    came = entering(row, "name;rank;team\nDahl, Gus;2k;LAKE\n")
    assert (came.entered, came.teams) == (1, 1)
    assert told(row)["Lake"] == ["Sten Di", "Berg Ed", "Dahl Gus"]


def test_rejects_two_players_at_one_board_and_enters_nobody():
    row = an_event()
    with pytest.raises(Refusal) as no:
        entering(row, TABLE.replace("Hill;2", "Hill;1"))
    assert (no.value.code, no.value.facts["line"]) == ("exchange_fault", 3)
    assert state_of(row).entries == {}


def test_rejects_team_with_too_few_members_and_names_the_line():
    with pytest.raises(Refusal) as no:
        entering(an_event(boards=3))
    assert (no.value.code, no.value.facts["line"]) == ("invalid_team", 5)


def test_individual_tournament_ignores_team_columns_with_a_warning():
    row = a_tournament(0)
    client = logged_in()
    sent = {"file": SimpleUploadedFile("t.csv", TABLE.encode())}
    page = Page(client.post("/tournaments/open/players/table/preview/", sent, follow=True))
    assert "The teams in the table are ignored" in page.text
    assert entering(row).teams == 0


def test_written_table_is_read_again():
    a_team_tournament(2, 2, substitutes=1)
    client = logged_in()
    written = client.get("/api/v1/tournaments/teams/exports/players/").content
    lines = read_players(written).lines
    assert [(line.team, line.board) for line in lines] == [
        ("Team 1", 1), ("Team 1", 2), ("Team 1", 3), ("Team 2", 1), ("Team 2", 2), ("Team 2", 3),
    ]  # fmt: skip
