"""Every format at every door: REST, the page that looks first, the command line."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.log import store
from tests.builders import an_account, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.other_files import SMALL, TOURNAMENT, data_of
from tests.tournaments.formats.outgoings import as_played
from tests.tournaments.web.visitor import Visitor
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.interchange.exporting import outgoing as told
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/organisations/home/import/"
JSON = "application/json"
PAGE = "/organisations/home/import/"
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
def test_over_rest(api, director, data, kind, slug):
    api.force_authenticate(director)
    response = api.post(ADDRESS, data, content_type=kind)
    assert response.status_code == 201
    said, row = response.json(), TournamentRow.objects.get()
    assert (said["slug"], row.slug, said["players"]) == (slug, slug, Player.objects.count())
    assert said["warnings"]


@each_file
def test_on_the_page_it_is_seen_before_it_is_read_in(director, data, kind, slug):
    visitor = Visitor(director)
    visitor.open(PAGE)
    visitor.press("Look at it first", file=data)
    assert not TournamentRow.objects.exists()
    assert "are read in." in visitor.press("Read it in").text
    assert TournamentRow.objects.get().slug == slug


@each_file
def test_on_the_command_line(tmp_path, data, kind, slug):
    file = tmp_path / "file"
    file.write_bytes(data)
    output = StringIO()
    call_command("import_tournament", str(file), stdout=output)
    assert output.getvalue().startswith(f"{slug}: ")
    assert PairingRow.objects.exists()


@each_file
def test_a_file_cut_in_half_is_refused_with_its_place_and_nothing_is_stored(api, director, data, kind, slug):
    api.force_authenticate(director)
    head = store.head()
    response = api.post(
        ADDRESS, data[: data.rindex(b"2") - 1].rpartition(b" ")[0] + b" ~\n", content_type=kind
    )
    assert (response.status_code, response.json()["code"]) == (422, "exchange_fault")
    assert response.json()["line"] or response.json()["element"]
    assert (store.head(), Player.objects.count(), TournamentRow.objects.count()) == (head, 0, 0)


def test_the_short_name_of_a_file_is_kept_beside_the_address_and_written_back(api, director):
    api.force_authenticate(director)
    api.post(f"{ADDRESS}?slug=elsewhere", data_of({**SMALL, "shortName": "Small '26"}), content_type=JSON)
    row = TournamentRow.objects.get()
    assert (row.slug, row.poster["short_name"]) == ("elsewhere", "Small '26")
    assert api.get("/api/v1/tournaments/elsewhere/").json()["short_name"] == "Small '26"
    assert write_tou(told(row)).data.startswith(b";name=Small '26\n")


def test_the_rules_that_a_file_names_are_those_of_the_tournament(api, director):
    api.force_authenticate(director)
    response = api.post(ADDRESS, data_of({**SMALL, "rules": "FRENCH"}), content_type=JSON)
    assert not any("rules of play" in warning for warning in response.json()["warnings"])
    assert TournamentRow.objects.get().ruleset.startswith("french")


def test_opengotha_gets_the_short_name_back_that_it_gave(api, director):
    api.force_authenticate(director)
    api.post(f"{ADDRESS}?slug=elsewhere", bytes(GothaFile()), content_type="application/xml")
    assert b'shortName="Tulip"' in write_opengotha(told(TournamentRow.objects.get())).data
