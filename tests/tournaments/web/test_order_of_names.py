"""Players stand in one order of names on every page, screen and sheet: that of the tournament's language."""

from dataclasses import replace

import pytest
from django.test import Client, RequestFactory

from tests.builders import a_tournament, an_account, do, pair, state_of
from tournaments.competition.settings import TeamSettings
from tournaments.domain.presence import SetPresence
from tournaments.domain.tournament import ChangeDetails
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.overview.progress import absent_from, exchangeable_in, waiting_for
from tournaments.web.screens.page import names
from tournaments.web.sheets.page import badges
from tournaments.web.sheets.pairings import by_name
from tournaments.web.sheets.sheet import Asked

pytestmark = pytest.mark.django_db
SPANISH = ["Ñas", "Nunzio", "Nuñez", "Çelik", "Zapata", "Nuo"]
IN_ORDER = ["Çelik", "Nunzio", "Nuñez", "Nuo", "Ñas", "Zapata"]


def called(row, family_names):
    """Give the players these names, the same strength and the tournament Spanish."""
    for entry, name in zip(
        EntryRow.objects.filter(tournament=row).order_by("number"), family_names, strict=True
    ):
        Player.objects.filter(pk=entry.player_id).update(family_name=name, given_name="")
    EntryRow.objects.filter(tournament=row).update(rank=0, rating=2100)
    do(row, ChangeDetails(details=replace(state_of(row).details, language="es")))
    return TournamentRow.objects.get(pk=row.pk)


@pytest.fixture
def row():
    return called(a_tournament(players=6), SPANISH)


@pytest.fixture
def director():
    client = Client()
    client.force_login(an_account("director", "director"))
    return client


def order_in(html, after):
    """The names in the order in which they first stand behind that mark."""
    return sorted(SPANISH, key=html.partition(after)[2].index)


@pytest.mark.parametrize("page", ["desk", "players", "players/participation"])
def test_lists_of_the_desk(row, director, page):
    html = director.get(f"/tournaments/open/{page}/").content.decode()
    assert order_in(html, 'id="lines"') == IN_ORDER


def test_choices_of_players_of_a_constraint(row, director):
    assert order_in(director.get("/tournaments/open/wishes/").content.decode(), 'name="entry"') == IN_ORDER


def test_screens_sheets_and_choices_of_a_round(row):
    pair(row, 1)
    asked = Asked(
        request=RequestFactory().get("/"),
        row=row,
        paper="a4",
        officer=True,
        personal=True,
        round=row.round_rows.get(number=1),
    )
    assert [line[0] for line in names(row).lines] == IN_ORDER
    assert [line[0] for line in by_name(asked)["sections"][0]["rows"]] == IN_ORDER
    assert [piece["name"] for piece in badges(asked)["pieces"]] == IN_ORDER
    assert [name for _, name in exchangeable_in(row, 1)] == IN_ORDER
    assert [name for _, name in waiting_for(row, 2)] == IN_ORDER
    for entry in EntryRow.objects.filter(tournament=row):
        do(row, SetPresence(entry_id=entry.id, round=2, present=False))
    assert [name for _, name in absent_from(row, 2)] == IN_ORDER


def test_players_to_seed(director):
    called(a_tournament(players=6, system="knock_out"), SPANISH)
    assert order_in(director.get("/tournaments/open/schedule/").content.decode(), "<main") == IN_ORDER


def test_players_in_no_team(director):
    called(a_tournament(players=6, system="swiss", teams=TeamSettings(boards=2)), SPANISH)
    assert order_in(director.get("/tournaments/open/teams/").content.decode(), "<main") == IN_ORDER
