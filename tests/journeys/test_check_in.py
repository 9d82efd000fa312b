"""Check-in and entering by keyboard in a browser: keys, requests, what is seen when the network is gone."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.builders import a_context, a_listed_player, a_tournament, an_account
from tests.conftest import wait_until
from tournaments.commands import carry_out
from tournaments.domain.presence import CheckIn
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, TournamentRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = "/tournaments/open/desk/"
SHOWN = "#lines tbody tr:not([hidden])"


@pytest.fixture
def visit(browser, live_server):
    """Opens a page as a director; a fault of a script fails the test."""
    contexts, faults = [], []

    def open_page(address):
        client = Client()
        client.force_login(an_account("director", "director"))
        context = browser.new_context(base_url=live_server.url, viewport={"width": 1100, "height": 800})
        contexts.append(context)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def here():
    return sorted(EntryRow.objects.filter(checked_in=True).values_list("number", flat=True))


def test_a_long_list_is_narrowed_by_typing_and_each_action_is_one_request(visit):
    a_tournament(players=60)
    page = visit(DESK)
    assert page.evaluate("document.documentElement.scrollHeight") < 1800
    requests = []

    def count(request):
        if "/static/" not in request.url:  # the browser asks for the page's icon when it likes
            requests.append(request.url)

    page.on("request", count)
    page.fill("#find input[name=q]", "player002")
    expect(page.locator(SHOWN)).to_have_count(10)
    page.locator("#e23").get_by_text("here").click()
    page.wait_for_selector("#e23[data-is=here] .state:text('saved')")
    page.fill("#find input[name=q]", "")
    page.select_option("#find select", "here")
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator("#find option:checked")).to_have_text("Here (1)")
    page.select_option("#find select", "away")
    expect(page.locator(SHOWN)).to_have_count(59)
    page.focus("input[name=code]")
    for number in (3, 44):
        page.keyboard.type(f"{number}\n")
    page.wait_for_selector("#e44[data-is=here]", state="attached")
    assert here() == [3, 23, 44]
    assert len(requests) == 3
    expect(page.locator("#away strong")).to_have_text("Not here: 57")
    page.select_option("#find select", "")
    page.locator("#e7").get_by_text("absent").click()
    page.wait_for_selector("#e7[data-is=absent] .state:text('saved')")
    page.get_by_text("All here").click()
    page.wait_for_selector("text=Everybody else is here, 1 misses the round.")
    page.locator("#e7").get_by_text("here").click()
    page.wait_for_selector("text=Everybody is here.")
    assert (len(here()), len(requests)) == (60, 6)


def test_own_check_in_does_not_stand_against_pairing_but_that_of_others_does(visit):
    row = a_tournament(players=4)
    page = visit(DESK)
    page.locator("#e1").get_by_text("here").click()
    page.wait_for_selector("#e1 .state:text('saved')")
    other = EntryRow.objects.get(number=2)
    carry_out(str(row.id), CheckIn(entry_id=other.id), a_context())
    for number in (3, 4):
        page.locator(f"#e{number}").get_by_text("here").click()
        page.wait_for_selector(f"#e{number} .state:text('saved')")
    page.get_by_role("button", name="Pair round 1").click()
    page.wait_for_selector("text=Changed since you looked.")
    page.goto(DESK)
    page.locator("#e4").get_by_text("absent").click()
    page.wait_for_selector("#e4 .state:text('saved')")
    page.get_by_role("button", name="Pair round 1").click()
    page.wait_for_selector("text=Round 1 is paired.")


def test_without_a_network_the_line_says_not_saved_until_it_is(visit):
    a_tournament(players=3)
    page = visit(DESK)
    page.context.set_offline(True)
    page.locator("#e2").get_by_text("here").click()
    page.wait_for_selector("#e2 .state.lost:text('not saved')")
    assert here() == []
    expect(page.locator("#e2")).to_have_attribute("data-is", "away")
    page.context.set_offline(False)
    page.wait_for_selector("#e2[data-is=here]")
    wait_until(lambda: here() == [2])
    page.keyboard.press("Tab")
    page.fill("input[name=code]", "99")
    page.keyboard.press("Enter")
    page.wait_for_selector("#said:text('There is no such entry')")


class Keys:
    """A keyboard that counts what is no letter or digit of the data."""

    def __init__(self, page):
        self.page, self.beyond = page, 0

    def press(self, key):
        self.beyond += 1
        self.page.keyboard.press(key)


def test_a_player_is_entered_with_four_keys_beyond_the_data(visit):
    a_tournament(players=0)
    page = visit("/tournaments/open/players/enter/")
    for place, fields in enumerate((("Vos", "Ada", "3k", "NL"), ("Bakker", "Bo", "12 kyu", "DE"))):
        keys = Keys(page)
        for field in fields:
            page.keyboard.type(field)
            keys.press("Tab" if field != fields[-1] else "Enter")
        page.wait_for_selector(f"text={fields[0]} {fields[1]} was entered.")
        assert keys.beyond == 4
        assert EntryRow.objects.count() == place + 1
    row = TournamentRow.objects.get()
    entered = {str(entry_names(row)[str(one.id)]): (one.rank, one.country) for one in EntryRow.objects.all()}
    assert entered == {"Vos Ada": (-3, "NL"), "Bakker Bo": (-12, "DE")}


def test_a_listed_player_is_found_while_typing_and_entered_with_the_arrow_keys(visit):
    row = a_tournament(players=0)
    a_listed_player(number="1", name="Müller Ada", rank=2)
    a_listed_player(number="2", name="Müller Bo", rank=-4)
    page = visit("/tournaments/open/players/enter/")
    page.keyboard.type("muell")
    page.wait_for_selector("#found >> text=Müller Bo")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Müller Bo was entered.")
    assert [entry.rank for entry in row.entries.all()] == [-4]
    expect(page.locator("input[name=q]")).to_be_focused()


def test_the_form_of_a_new_player_is_filled_from_a_list(visit):
    row = a_tournament(players=0)
    a_listed_player(number="12345678", name="Müller Ada", rank=2)
    page = visit("/tournaments/open/players/enter/")
    page.click("input[name=family_name]")
    page.keyboard.type("Muel")
    page.click("#names button")
    filled = [
        page.input_value(f"input[name={name}]") for name in ("family_name", "given_name", "rank", "egf_pin")
    ]
    assert filled == ["Müller", "Ada", "3d", "12345678"]
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Müller Ada was entered.")
    assert [entry.rank for entry in row.entries.all()] == [2]
