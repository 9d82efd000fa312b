"""Pages of exchange: every format with its warnings, and a file that is seen before it is read in."""

import pytest

from tests.builders import a_tournament, an_account, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.outgoings import as_played
from tests.tournaments.web.visitor import Visitor
from tournaments.formats.egd_h9 import write_h9
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.web.overview.exports import PURPOSES
from tournaments.web.people.importing import LARGEST, packed

pytestmark = pytest.mark.django_db
EXPORTS = "/tournaments/open/exports/"
IMPORT = "/organisations/home/import/"


def visitor(office):
    return Visitor(an_account(office, office))


class TestExports:
    @pytest.fixture
    def referee(self):
        a_tournament(players=4, finished=1)
        return visitor("referee")

    def test_the_version_and_the_warnings_stand_before_the_download(self, referee):
        page = referee.open(EXPORTS)
        row = TournamentRow.objects.get()
        assert f"version {row.version}, log position" in page.text
        assert "Player0000 has no AGA number" in page.text

    def test_each_download_is_what_was_told(self, referee):
        page = referee.open(EXPORTS)
        links = [address for said, address in page.links if said.startswith("Download")]
        assert len(links) == len(PURPOSES)
        for address in links:
            answer = referee.client.get(address)
            assert (answer.status_code, "attachment" in answer["Content-Disposition"]) == (200, True)

    def test_a_past_position_has_the_files_of_then(self, referee):
        page = referee.open(f"{EXPORTS}?position=5")
        assert "log position 5" in page.text
        assert not any("exports/sgf/" in address for _, address in page.links)
        assert referee.open(f"{EXPORTS}?position=0").status == 404


class TestImport:
    @pytest.fixture
    def director(self):
        an_organisation()
        return visitor("director")

    @pytest.mark.parametrize(
        ("data", "slug"), [(bytes(GothaFile()), "tulip"), (write_h9(as_played()).data, "tournoi-de-juvisy")]
    )
    def test_a_file_is_seen_before_it_is_read_in(self, director, data, slug):
        director.open(IMPORT)
        page = director.press("Look at it first", file=data)
        assert not TournamentRow.objects.exists()
        assert not Player.objects.exists()
        assert "tromp-taylor-agreement is assumed" in page.text
        page = director.press("Read it in")
        assert "are read in." in page.text
        assert TournamentRow.objects.get().slug == slug

    def test_a_bad_file_is_refused_with_its_place(self, director):
        director.open(IMPORT)
        page = director.press("Look at it first", file=bytes(GothaFile()).replace(b'rank="2K"', b'rank="2Q"'))
        assert "rank is no rank from 30K to 9D or 9P" in page.text
        assert "at Player." in page.text
        assert page.buttons[-1] == "Look at it first"

    def test_without_a_file_there_is_nothing_to_look_at(self, director):
        director.open(IMPORT)
        assert "choose a file" in director.press("Look at it first").text

    def test_an_address_that_was_taken_meanwhile_is_refused(self, director):
        director.open(IMPORT)
        director.press("Look at it first", file=bytes(GothaFile()), slug="open")
        a_tournament(players=2)
        assert "Another tournament or organisation has this address" in director.press("Read it in").text
        assert TournamentRow.objects.count() == 1

    def test_the_same_click_twice_reads_it_in_once(self, director):
        director.open(IMPORT)
        director.press("Look at it first", file=bytes(GothaFile()))
        seen = director.page
        director.press("Read it in")
        director.page = seen
        director.press("Read it in")
        assert (TournamentRow.objects.count(), Player.objects.count()) == (1, 3)

    def test_a_bomb_in_the_form_is_not_unpacked(self, director):
        director.open(IMPORT)
        director.press("Look at it first", file=bytes(GothaFile()))
        page = director.press("Read it in", packed=packed(b"x" * (LARGEST + 1)))
        assert "larger than the limit" in page.text
        assert not TournamentRow.objects.exists()
