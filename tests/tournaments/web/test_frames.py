"""What is around the pages: where one is, how things are called, why somebody stands where he stands."""

import re

import pytest

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
MARKED = re.compile(r'aria-current="page">([^<]+)')
ODD_GLYPHS = "⏮⏭◀▶⇄✕✓"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    finish(row, 1)
    return row


def nav(html):
    return html[html.index('<nav aria-label="Tournament">') : html.index("<main")]


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("", "Standings"),
        ("players/", "Players"),
        ("table/", "Cross table"),
        ("rounds/1/", "Round 1"),
        ("queue/", "Queue "),
        ("desk/", "Desk"),
    ],
)
def test_the_navigation_marks_the_page_that_is_shown_and_no_other(row, address, text):
    html = visitors("director")[0].open(f"/tournaments/open/{address}").html
    assert MARKED.findall(nav(html)) == [text]


def test_a_page_that_is_not_in_the_navigation_marks_none(row):
    game = PairingRow.objects.first()
    html = visitors("director")[0].open(f"/tournaments/open/games/{game.game_id}/").html
    assert MARKED.findall(nav(html)) == []


def test_the_system_is_called_by_its_name(row):
    text = visitors("public")[0].open("/").text
    assert "McMahon, 5 rounds" in text


@pytest.mark.parametrize("address", ["", "table/"])
def test_before_round_1_there_is_no_choice_of_rounds(address):
    a_tournament(players=4)
    assert "After round" not in visitors("public")[0].open(f"/tournaments/open/{address}").text


@pytest.mark.parametrize("address", ["desk/", "rounds/1/", "table/", "GAME"])
def test_no_page_needs_a_font_of_signs(row, address):
    game = PairingRow.objects.first()
    address = address.replace("GAME", f"games/{game.game_id}/")
    html = visitors("director")[0].open(f"/tournaments/open/{address}").html
    assert not set(ODD_GLYPHS) & set(html)


def test_the_reason_for_a_place_is_text_behind_its_name(row):
    html = visitors("public")[0].open("/tournaments/open/").html
    said = r"<small>(?:Behind|Level with) (\w+)(?:, who is|:) ([^<]+)\.</small>"
    reasons = re.findall(said, html)
    rows = re.findall(r'<th scope="row"><a href="[^"]*">(\w+)', html)
    assert len(rows) == 4
    assert [above for above, _ in reasons] == rows[:-1]
    assert all("MMS" in why for _, why in reasons)
    assert "title=" not in html[html.index("<tbody>") :]


@pytest.mark.parametrize(("role", "told"), [("public", False), ("referee", True), ("director", True)])
def test_officials_read_what_each_pair_cost(row, role, told):
    text = visitors(role)[0].open("/tournaments/open/rounds/1/").text
    assert ("What each pair cost" in text) is told
    costs = {name for game in PairingRow.objects.all() for name, cost in game.components.items() if cost}
    assert costs
    assert all((name.replace("_", " ") in text) is told for name in costs)


def test_the_login_page_names_its_fields():
    text = visitors("public")[0].open("/accounts/login/").text
    for label in ("Log in", "Name or e-mail address", "Password", "Stay logged in on this device"):
        assert label in text


def test_no_placeholder_of_the_login_page_says_its_labels_in_other_words():
    assert "placeholder" not in visitors("public")[0].open("/accounts/login/").html
