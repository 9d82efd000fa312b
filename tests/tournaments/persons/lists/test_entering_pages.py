"""Pages for entering players without JavaScript: search, duplicate decisions, tables and lists."""

import json
import re
from html import unescape

import pytest

from tests.builders import a_listed_player, a_tournament, an_account, an_organisation, finish, pair
from tests.tournaments.persons.lists.files import egd, egd_row, zipped
from tests.tournaments.web.visitor import Page, Visitor
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.competition.ranks import format_rank
from tournaments.outbox.running import run_due
from tournaments.persons.lists.rows import ListedPlayer
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
ENTER = "/tournaments/open/players/enter/"
TABLE = "/tournaments/open/players/table/"
LISTS = "/organisations/home/lists/"


@pytest.fixture
def row():
    return a_tournament(players=2)


@pytest.fixture
def director(row):
    return Visitor(an_account("director", "director"))


def known(name, **values):
    family, _, given = name.partition(" ")
    return Player.objects.create(
        organisation=an_organisation(), family_name=family, given_name=given, rank=0, rating=2100, **values
    )


class TestSearch:
    def test_listed_player_is_found_in_any_spelling_and_entered(self, director):
        a_listed_player(name="Müller Jörg")
        director.open(ENTER)
        page = director.press("Look up", q="mueller")
        assert "EGD 10213786" in page.text
        page = director.press("Enter Müller Jörg of the list")
        assert "Müller Jörg was entered." in page.text
        player = Player.objects.get(egf_pin="10213786")
        assert (player.club, player.rank, player.rating) == ("Leid", 2, 2312)
        entry = EntryRow.objects.get(player_id=player.id)
        assert (entry.rank, entry.rating, entry.club) == (2, 2312, "Leid")

    def test_similar_player_is_listed_first(self, director):
        other = known("Mueller Joerg", club="Old")
        a_listed_player(name="Müller Jörg")
        director.open(f"{ENTER}?q=mueller")
        page = director.press("Enter Müller Jörg of the list")
        assert "Is Müller Jörg known here?" in page.text
        assert "Mueller Joerg, 1d, Old" in page.text
        assert EntryRow.objects.count() == 2
        director.press("Enter Müller Jörg", **{"is": str(other.id)})
        assert EntryRow.objects.filter(player_id=other.id).exists()
        other.refresh_from_db()
        assert (other.egf_pin, Player.objects.count()) == ("10213786", 3)

    def test_known_player_is_entered_with_existing_data(self, director):
        player = known("Vós Anna", club="Leid")
        director.open(f"{ENTER}?q=an+vos")
        director.press("Enter Vós Anna")
        assert EntryRow.objects.get(player_id=player.id).club == "Leid"
        assert "entered" in director.open(f"{ENTER}?q=vos").text

    def test_rejected_entry_creates_no_player(self, director, monkeypatch):
        a_listed_player()
        monkeypatch.setattr("tournaments.domain.entries.MOST_ENTRIES", 2)
        director.open(f"{ENTER}?q=vos")
        assert "full" in director.press("Enter Vos Anna of the list").text
        assert Player.objects.count() == 2


class TestTables:
    CSV = "name,rank,club\nVos Anna,3d,Leid\nMüller Jörg,1d,\n".encode()

    def test_table_is_previewed_before_it_is_entered(self, director):
        director.open(TABLE)
        page = director.press("Preview", file=self.CSV)
        assert "Vos Anna" in page.text
        assert EntryRow.objects.count() == 2
        page = director.press("Enter 2 players")
        assert "2 players are entered, 2 of them new here" in page.text
        assert EntryRow.objects.count() == 4

    def test_errors_are_listed_by_line_and_the_other_rows_can_be_entered(self, director):
        director.open(TABLE)
        page = director.press("Preview", file=b"name,rank\nVos,3x\nWit,1d\n")
        assert "Line 2, rank: not a rank from 30k to 9d" in page.text
        before = EntryRow.objects.count()
        director.press("Enter 1 player, without the rows that cannot be read")
        assert EntryRow.objects.count() == before + 1
        assert Player.objects.filter(family_name="Wit").exists()
        assert not Player.objects.filter(family_name="Vos").exists()

    def test_reads_a_table_pasted_from_a_spreadsheet(self, director):
        director.open(TABLE)
        director.press("Preview", pasted="name\trank\nVos Anna\t3d\n")
        director.press("Enter 1 player")
        assert Player.objects.filter(family_name="Vos", given_name="Anna").exists()

    def test_keeps_a_pasted_table_that_is_refused(self, director):
        director.open(TABLE)
        page = director.press("Preview", pasted="rank\n3d\n")
        assert "no column has names" in page.text
        assert page.forms[-1].fields["pasted"].split() == ["rank", "3d"]

    def test_director_decides_on_similar_players(self, director):
        other = known("Mueller Joerg")
        director.open(TABLE)
        page = director.press("Preview", file=self.CSV)
        assert "1 row may be a known player" in page.text
        page = director.press("Enter 2 players")
        assert "may be the same person. Choose in the list who it is." in page.text
        assert EntryRow.objects.count() == 2
        director.press("Enter 2 players", **{"known-3": str(other.id)})
        assert EntryRow.objects.filter(player_id=other.id).exists()
        assert Player.objects.count() == 4

    def test_rejects_table_without_preview(self, director):
        director.open(TABLE)
        director.press("Preview", file=self.CSV)
        for packed in ("", "no base64", "eJw="):
            assert "Enter" not in director.press("Enter 2 players", packed=packed).text
            director.open(TABLE)
            director.press("Preview", file=self.CSV)
        assert EntryRow.objects.count() == 2


class TestLists:
    LIST = egd(egd_row(11, "Müller Jörg"), egd_row(12, "Vos Anna"))

    @pytest.mark.parametrize("pack", [bytes, zipped])
    def test_imports_a_list(self, director, pack):
        director.open(LISTS)
        page = director.press("Import it", file=pack(self.LIST))
        assert "2 players, 2 new, 0 gone." in page.text
        assert "21 November 2026" in page.text
        assert ListedPlayer.objects.count() == 2

    def test_keeps_the_choice_of_a_list_that_is_refused(self, director):
        director.open(LISTS)
        page = director.press("Import it", file=self.LIST, list="aga", skip="yes")
        form = page.forms_to(f"{LISTS}read/")[0]
        assert (page.status, form.fields["list"], form.fields["skip"]) == (422, "aga", "yes")
        assert not ListedPlayer.objects.exists()

    @pytest.mark.django_db(transaction=True)
    def test_fetches_a_list_by_one_button(self, director, settings):
        with receiving() as federation:
            settings.WEBHOOK_PRIVATE = True
            settings.LIST_ADDRESSES = {"egd": federation.url}
            federation.answers = [says(200, {"ETag": '"one"'}, self.LIST), says(304), says(503)]
            director.open(LISTS)
            page = director.press("Fetch European Go Database")
            assert 'http-equiv="refresh"' in page.html
            assert "<progress" in page.html
            run_due()
            assert ListedPlayer.objects.count() == 2
            director.open(LISTS)
            director.press("Fetch European Go Database")
            run_due()
            assert "unchanged, " in director.open(LISTS).text
            director.press("Fetch European Go Database")
            run_due()
        page = director.open(LISTS)
        assert "The federation's list cannot be fetched; the last one stays in use." in page.text
        assert "refresh" not in page.html
        assert ListedPlayer.objects.count() == 2


class TestLateEntries:
    NOTE = (
        "Rounds that are over: 1. Players who enter now are absent from them. Points for each: 0½."
        " A half point left over in the sum is dropped."
    )

    def test_one_click_forms_say_what_past_rounds_count(self, director, row):
        pair(row, 1)
        finish(row, 1)
        pair(row, 2)
        late = known("Late Ann")
        a_listed_player(name="Late Ann")
        page = director.open(f"{ENTER}?q=late")
        assert self.NOTE in page.text
        assert self.NOTE in director.press("Enter Late Ann of the list").text
        director.open(f"{ENTER}?q=late")
        director.press("Enter Late Ann")
        assert EntryRow.objects.get(player_id=late.pk).absent == [1]

    def test_round_with_all_results_is_over(self, director, row):
        late = known("Late Ann")
        pair(row, 1)
        director.open(f"{ENTER}?q=late")
        assert self.NOTE not in director.press("Enter Late Ann").text
        assert EntryRow.objects.get(player_id=late.pk).absent == []
        later = known("Later Ann")
        finish(row, 1)
        assert self.NOTE in director.open(f"{ENTER}?q=later").text
        director.press("Enter Later Ann")
        assert EntryRow.objects.get(player_id=later.pk).absent == [1]

    def test_whole_points_are_not_said_to_be_dropped(self, director):
        row = a_tournament(players=4, mms_absent2=2, slug="whole", finished=1)
        known("Late Ann")
        text = director.open(f"/tournaments/{row.slug}/players/enter/?q=late").text
        assert "Points for each: 1." in text
        assert "dropped" not in text

    def test_no_note_before_the_first_round_is_over(self, director):
        known("Late Ann")
        assert "Rounds that are over" not in director.open(f"{ENTER}?q=late").text


class TestNamesAsTheyAreTyped:
    PART = {"HTTP_NIGIRI_PART": "1"}

    def test_search_answers_with_the_results_alone(self, director):
        a_listed_player(name="Müller Jörg")
        known("Muller Ann", club="Rive")
        part = Page(director.client.get(f"{ENTER}?q=mul", **self.PART))
        assert "<h2>" not in part.html
        assert [label.split()[0] for label in part.buttons] == ["Enter", "Enter"]
        assert "EGD 10213786" in part.text

    @pytest.mark.parametrize("address", [f"{ENTER}names/", "/organisations/home/lists/names/"])
    def test_entry_forms_are_filled_from_lists_and_known_players(self, director, address):
        listed = a_listed_player(name="Müller Jörg")
        known("Muller Ann", club="Rive", egf_pin="10000001")
        html = director.client.get(f"{address}?q=muel").content.decode()
        fills = [json.loads(unescape(text)) for text in re.findall('data-fill="([^"]*)"', html)]
        assert [(fill["family_name"], fill["egf_pin"], fill["rating"]) for fill in fills] == [
            ("Muller", "10000001", 2100),
            ("Müller", listed.number, listed.rating),
        ]
        assert (fills[1]["given_name"], fills[1]["rank"]) == ("Jörg", format_rank(listed.rank))
        assert "No player of that name is known" in director.client.get(f"{address}?q=zz").content.decode()

    def test_every_form_of_a_new_person_asks_for_names(self, director, row):
        entry = row.entries.first()
        for address in (
            ENTER,
            f"/tournaments/open/players/{entry.pk}/replace/",
            "/organisations/home/players/new/",
        ):
            html = director.open(address).html
            assert "data-names=" in html
            assert "names.js" in html
