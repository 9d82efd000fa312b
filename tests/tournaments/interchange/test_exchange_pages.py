"""Pages of exchange files: each format with its warnings, and a preview before an import."""

import pytest

from tests.builders import a_tournament, an_account, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.other_files import SMALL, data_of
from tests.tournaments.formats.outgoings import as_played
from tests.tournaments.web.visitor import Visitor
from tournaments.formats.egd_h9 import write_h9
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.web.people.importing import LARGEST, Upload
from tournaments.web.sharing.exports import PURPOSES

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

    def test_page_shows_version_and_warnings_before_download(self, referee):
        page = referee.open(EXPORTS)
        row = TournamentRow.objects.get()
        assert f"version {row.version}, log position" in page.text
        assert "Player0000 has no AGA number" in page.text

    def test_each_download_equals_its_preview(self, referee):
        page = referee.open(EXPORTS)
        links = [address for said, address in page.links if said.startswith("Download")]
        assert len(links) == len(PURPOSES)
        for address in links:
            answer = referee.client.get(address)
            assert (answer.status_code, "attachment" in answer["Content-Disposition"]) == (200, True)

    def test_past_position_has_past_files(self, referee):
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
    def test_file_is_previewed_before_import(self, director, data, slug):
        director.open(IMPORT)
        page = director.press("Preview", file=data)
        assert not TournamentRow.objects.exists()
        assert not Player.objects.exists()
        assert "tromp-taylor-agreement is assumed" in page.text
        page = director.press("Import it")
        assert "Imported: " in page.text
        assert TournamentRow.objects.get().slug == slug

    def test_rejects_bad_file_with_its_place(self, director):
        director.open(IMPORT)
        page = director.press("Preview", file=bytes(GothaFile()).replace(b'rank="2K"', b'rank="2Q"'))
        assert "rank is not a rank from 30K to 9D or 9P" in page.text
        assert (page.status, "Player. Nothing is stored." in page.text) == (422, True)
        assert page.buttons[-1] == "Preview"

    def test_file_in_an_inferred_encoding_is_read_in_the_one_that_is_chosen(self, director):
        data = write_h9(as_played()).data.replace(b"Kekos", b"K\xeaekos")
        director.open(IMPORT)
        page = director.press("Preview", file=data)
        assert "K\u00eaekos" in page.text
        (form,) = page.forms_to(f"{IMPORT}preview/")[:1]
        assert form.fields["encoding"] == "cp1252"
        page = director.press("Use this encoding", encoding="cp1250")
        assert "K\u0119ekos" in page.text
        assert not Player.objects.exists()
        director.press("Import it")
        assert Player.objects.filter(family_name="K\u0119ekos").exists()

    def test_file_of_letters_that_no_guess_reads_is_read_in_the_encoding_that_is_chosen(self, director):
        data = write_h9(as_played()).data.replace(b"Kekos", "\u0403\u0416\u0443\u043a".encode("cp1251"))
        director.open(IMPORT)
        assert "save the file as UTF-8" in director.press("Preview", file=data).text
        assert "\u0403\u0416\u0443\u043a" in director.press("Use this encoding", encoding="cp1251").text

    def test_unicode_file_offers_no_other_encoding(self, director):
        director.open(IMPORT)
        page = director.press("Preview", file=bytes(GothaFile()))
        assert "Use this encoding" not in page.buttons

    def test_rejects_form_without_a_file(self, director):
        director.open(IMPORT)
        assert "choose a file" in director.press("Preview").text

    def test_rejects_address_taken_meanwhile(self, director):
        director.open(IMPORT)
        director.press("Preview", file=bytes(GothaFile()), slug="open")
        a_tournament(players=2)
        assert "Another tournament or organisation has this address" in director.press("Import it").text
        assert TournamentRow.objects.count() == 1

    def test_keeps_the_file_for_which_another_address_is_typed(self, director):
        a_tournament(players=2)
        director.open(IMPORT)
        page = director.press("Preview", file=bytes(GothaFile()), slug="open")
        assert (page.status, page.forms[-1].fields["slug"]) == (422, "open")
        page = director.press("Preview", slug="other")
        assert page.status == 200
        director.press("Import it")
        assert TournamentRow.objects.filter(slug="other").exists()

    def test_file_without_doubts_has_no_box_of_warnings(self, director):
        director.open(IMPORT)
        page = director.press("Preview", file=data_of(SMALL | {"rules": "JAPANESE"}))
        assert "warning" not in page.text

    def test_repeated_click_imports_once(self, director):
        director.open(IMPORT)
        director.press("Preview", file=bytes(GothaFile()))
        seen = director.page
        director.press("Import it")
        director.page = seen
        director.press("Import it")
        assert (TournamentRow.objects.count(), Player.objects.count()) == (1, 3)

    def test_decompression_bomb_in_the_form_is_not_unpacked(self, director):
        director.open(IMPORT)
        director.press("Preview", file=bytes(GothaFile()))
        page = director.press("Import it", packed=Upload(data=b"x" * (LARGEST + 1)).packed)
        assert "larger than the limit" in page.text
        assert not TournamentRow.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<html>", "das ist eine Webseite (HTML)"),
        (write_h9(as_played()).data, "Die Datei hat keine Ratings, Tische oder Einstellungen"),
    ],
)
def test_faults_and_warnings_of_a_file_are_in_the_language_of_the_reader(settings, data, words):
    an_organisation()
    director = visitor("director")
    director.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    director.open(IMPORT)
    label = director.page.buttons[-1]
    assert words in director.press(label, file=data).text
