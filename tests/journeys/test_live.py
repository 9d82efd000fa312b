"""Open pages follow the tournament: what is asked for and shown, what stays, what a lost network says.

Each test sets the clock of its page forward to the next question instead of waiting for it.
"""

import re

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from games.game.commands import receive_record
from tests.builders import a_context, a_tournament, finish, pair
from tests.faults.club import environment
from tests.faults.serving import serving
from tests.services import free_port
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.tournament import Archive
from tournaments.hall import WriteNotes, write_notes
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROUND = "/tournaments/open/rounds/1/"
STANDINGS = "/tournaments/open/"
LIVE = "/tournaments/open/live/"
NEXT = 4_000  # milliseconds, within which a page asks again


@pytest.fixture
def row():
    row = a_tournament(players=40, rounds=3)
    pair(row, 1)
    return row


@pytest.fixture
def spectator(browser, live_server):
    """Opens a page as somebody who has not logged in; counts what it asks for; a fault of a script fails."""
    contexts, faults = [], []

    def open_page(address, **view):
        context = browser.new_context(
            base_url=live_server.url, **{"viewport": {"width": 1000, "height": 700}, **view}
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: "Content Security" in said.text and faults.append(said.text))
        page.asked = []
        page.on(
            "request",
            lambda one: one.resource_type == "fetch" and page.asked.append(one.url),
        )
        page.clock.install()
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def later(page, milliseconds=NEXT):
    page.clock.fast_forward(milliseconds)


def asks(page):
    with page.expect_response(lambda answer: answer.url.endswith(LIVE)):
        later(page)


def record(row, table, winner=Winner.WHITE):
    game = PairingRow.objects.get(tournament=row, round=1, table=table)
    carry_out(str(row.id), RecordResult(game_id=str(game.game_id), result=Result(winner=winner)), a_context())


def shown(page, table, text):
    later(page)
    page.locator(f"tbody tr:nth-child({table})").filter(has_text=text).wait_for()


def pages_asked(page):
    """What was fetched beside the small questions."""
    return [url for url in page.asked if not url.endswith(LIVE)]


def test_each_change_is_one_request_for_the_page_itself(row, spectator):
    page = spectator(ROUND)
    for table in (1, 2, 3):
        record(row, table)
        shown(page, table, "1-0")
    assert len(pages_asked(page)) == 3
    assert PairingRow.objects.filter(winner="white").count() == 3


def test_standings_and_the_line_of_rounds_follow(row, spectator):
    page = spectator(STANDINGS)
    expect(page.locator(".bar nav").get_by_text("Round 2")).to_have_count(0)
    finish(row, 1)
    pair(row, 2)
    later(page)
    page.locator(".bar nav").get_by_text("Round 2").wait_for()
    expect(page.locator("tbody tr")).to_have_count(40)


def test_nothing_jumps_while_somebody_reads(row, spectator):
    page = spectator(ROUND)
    page.evaluate("() => window.before = document.querySelector('tbody tr')")
    page.evaluate("window.scrollTo(0, 300)")
    page.locator("tbody tr:nth-child(12) a").first.focus()
    record(row, 2)
    shown(page, 2, "1-0")
    assert page.evaluate("window.scrollY") == 300
    assert page.evaluate("window.before === document.querySelector('tbody tr')")
    assert page.evaluate("document.activeElement.closest('tr').rowIndex") == 12
    expect(page.locator("tr[data-lit]")).to_have_count(1)
    later(page)
    page.wait_for_function("() => !document.querySelector('tr[data-lit]')")


def test_a_list_that_was_narrowed_stays_so(row, spectator):
    page = spectator("/tournaments/open/players/")
    page.fill("#find input[name=q]", "player003")
    visible = "#lines tbody tr:not([hidden])"
    before = page.locator(visible).count()
    with page.expect_response(lambda answer: answer.url.endswith("/players/")):
        record(row, 1)
        later(page)
    page.wait_for_function("() => document.querySelector('main').dataset.version !== ''")
    assert (page.locator(visible).count(), page.input_value("#find input[name=q]")) == (before, "player003")
    assert 0 < before < 40


def test_nobody_asks_while_nobody_looks(row, spectator):
    page = spectator(ROUND)
    asks(page)
    hide = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});"
    page.evaluate(hide % "true")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1500)  # one question may have been on its way
    asked = len(page.asked)
    later(page, 30_000)
    page.wait_for_timeout(500)
    assert len(page.asked) == asked
    record(row, 4)
    page.evaluate(hide % "false" + "document.dispatchEvent(new Event('visibilitychange'))")
    shown(page, 4, "1-0")


def test_without_a_network_it_says_since_when_and_is_right_again_by_itself(row, spectator):
    page = spectator(ROUND)
    asks(page)
    page.context.set_offline(True)
    later(page)
    page.locator("#live").filter(has_text=re.compile(r"Offline since \d\d:\d\d:\d\d")).wait_for()
    record(row, 5)
    page.context.set_offline(False)
    shown(page, 5, "1-0")
    page.wait_for_function("() => document.getElementById('live').textContent === ''")


@pytest.mark.long  # a kill
def test_a_server_that_was_killed_is_found_again(row, browser, tmp_path, monkeypatch):
    data, port = tmp_path, free_port()
    (data / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(60_000)
        with serving(environment(data), port):
            page.goto(f"http://localhost:{port}{ROUND}")
            record(row, 1)
            shown(page, 1, "1-0")
        page.locator("#live").filter(has_text="Offline since").wait_for()
        record(row, 2)
        with serving(environment(data), port):
            shown(page, 2, "1-0")


def test_a_screen_of_the_hall_follows_untouched_and_finds_the_network_again(row, spectator):
    page = spectator("/tournaments/open/screens/rotation/?show=announcement,pairings&seconds=120&size=normal")
    note = page.locator("#live")
    record(row, 1)
    shown(page, 1, "1-0")
    write_notes(row, WriteNotes(announcement="Lunch until two", sponsor="Tea"), a_context())
    later(page)
    page.locator(".sponsor").filter(has_text="Tea").wait_for()
    page.goto("/tournaments/open/screens/announcement/")
    page.context.set_offline(True)
    write_notes(row, WriteNotes(announcement="Lunch until three"), a_context())
    later(page, 20_000)  # it is late after 15 s
    note.filter(has_text=re.compile(r"no connection since \d\d:\d\d:\d\d")).wait_for()
    expect(page.locator(".said")).to_have_text("Lunch until two")
    page.context.set_offline(False)
    page.locator(".said").filter(has_text="Lunch until three").wait_for()
    note.filter(has_text=re.compile(r"Updated \d\d:\d\d:\d\d")).wait_for()


def test_stops_asking_once_the_tournament_is_archived(row, spectator):
    page = spectator(STANDINGS)
    expect(page.locator("main[data-finished]")).to_have_count(0)
    carry_out(str(row.id), Archive(), a_context())
    later(page)
    expect(page.locator("main[data-finished]")).to_have_count(1)
    asked = len(page.asked)
    later(page, 120_000)
    page.wait_for_timeout(500)
    assert len(page.asked) == asked


def test_a_game_follows_its_own_record_and_result_and_stays_where_one_looks(row, spectator):
    pairing = PairingRow.objects.get(tournament=row, round=1, table=3)
    page = spectator(f"/tournaments/open/games/{pairing.game_id}/")
    expect(page.locator(".viewer output")).to_have_count(0)
    receive_record(str(pairing.game_id), b"(;GM[1]FF[4]SZ[19]KM[6.5];B[dd];W[pp])", a_context())
    later(page)
    expect(page.locator(".board svg g use")).to_have_count(3)  # two stones and the mark of the last
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".jump [type=number]")).to_have_value("1")
    record(row, 2)
    record(row, 3)
    later(page)
    page.locator(".facts").get_by_text("1-0").wait_for()
    expect(page.locator(".jump [type=number]")).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".jump [type=number]")).to_have_value("2")
    assert len([url for url in pages_asked(page) if url.endswith(f"{pairing.game_id}/")]) == 2
