"""Importing every format over REST, by the page with its preview, and on the command line."""

import pytest

from tests.builders import an_account, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.other_files import SMALL, TOURNAMENT, data_of
from tests.tournaments.formats.outgoings import as_played
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.interchange.exporting import outgoing as told
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/organisations/home/import/"
JSON = "application/json"
FILES = {
    "opengotha": (bytes(GothaFile()), "application/xml", "tulip"),
    "macmahon": (TOURNAMENT.encode(), "application/xml", "tulip-cup"),
    "pairgoth": (data_of(SMALL), "application/json", "small"),
    "h9": (write_h9(as_played()).data, "text/plain", "tournoi-de-juvisy"),
    "tou": (write_tou(as_played()).data, "text/plain", "tournoi-de-juvisy"),
}
each_file = pytest.mark.parametrize(("data", "kind", "slug"), FILES.values(), ids=FILES)


@pytest.fixture
def director():
    an_organisation()
    return an_account("director", "director")


@each_file
def test_imports_over_rest(api, director, data, kind, slug):
    api.force_authenticate(director)
    response = api.post(ADDRESS, data, content_type=kind)
    assert response.status_code == 201
    said, row = response.json(), TournamentRow.objects.get()
    assert (said["slug"], row.slug, said["players"]) == (slug, slug, Player.objects.count())
    assert said["warnings"]


def test_short_name_of_a_file_is_kept_and_written_again(api, director):
    api.force_authenticate(director)
    api.post(f"{ADDRESS}?slug=elsewhere", data_of({**SMALL, "shortName": "Small '26"}), content_type=JSON)
    row = TournamentRow.objects.get()
    assert (row.slug, row.poster["short_name"]) == ("elsewhere", "Small '26")
    assert api.get("/api/v1/tournaments/elsewhere/").json()["short_name"] == "Small '26"
    assert write_tou(told(row)).data.startswith(b";name=Small '26\n")


def test_ruleset_of_a_file_is_that_of_the_tournament(api, director):
    api.force_authenticate(director)
    response = api.post(ADDRESS, data_of({**SMALL, "rules": "FRENCH"}), content_type=JSON)
    assert not any("rules of play" in warning for warning in response.json()["warnings"])
    assert TournamentRow.objects.get().ruleset.startswith("french")


def test_opengotha_gets_its_short_name_again(api, director):
    api.force_authenticate(director)
    api.post(f"{ADDRESS}?slug=elsewhere", bytes(GothaFile()), content_type="application/xml")
    assert b'shortName="Tulip"' in write_opengotha(told(TournamentRow.objects.get())).data
