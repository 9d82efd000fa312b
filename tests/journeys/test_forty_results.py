"""The busiest minute of a day: forty results at the desk, with whatever may happen in the middle of them.

What the lines say and what the log holds are compared after every step.
"""

import os
import re
import signal
from time import monotonic

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from playwright.sync_api import expect

from games.log.store import read
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.faults.club import environment
from tests.faults.serving import serving
from tests.services import free_port
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult, ResultCleared, ResultRecorded
from tournaments.loading import load, stream_of
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROUND = "/tournaments/open/rounds/1/"
PASSWORD = "nine-stones-and-a-bowl"
KEY = {"white": "1", "black": "0", "jigo": "="}
WINNERS = ["white", "black", "white", "jigo", "black"]


@pytest.fixture
def row():
    """Round 1 of eighty players: forty tables."""
    row = a_tournament(players=80, rounds=1)
    pair(row, 1)
    return row


@pytest.fixture
def small():
    row = a_tournament(players=14, rounds=2)
    pair(row, 1)
    return row


@pytest.fixture
def desk(browser, live_server):
    """Opens the page of round 1 as a director, in a browser of their own; a script's fault fails the test."""
    contexts, faults = [], []

    def open_desk(name="anna", address=ROUND, **view):
        user = an_account(name, "director")
        user.set_password(PASSWORD)
        user.save()
        client = Client()
        client.force_login(user)
        context = browser.new_context(
            base_url=live_server.url, **{"viewport": {"width": 1100, "height": 800}, **view}
        )
        contexts.append(context)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return page

    yield open_desk
    for context in contexts:
        context.close()
    assert faults == []


def type_result(page, table, winner):
    page.keyboard.type(f"{table}")
    page.keyboard.press("Enter")
    page.keyboard.press(KEY[winner])


def held(row):
    """Table -> winner, as the log holds them."""
    return {
        pair.table: pair.recorded.winner.value
        for pair in load(str(row.id))[0].round(1).pairs.values()
        if pair.recorded
    }


def events(row):
    log = [one.event for one in read(stream_of(str(row.id)))]
    return [event for event in log if isinstance(event, ResultRecorded | ResultCleared)]


LINES = """() => [...document.querySelectorAll('tr[data-game]')].map(row => [
    Number(row.dataset.table), row.dataset.now,
    (row.querySelector('[aria-pressed=true]') || {value: 'not_played'}).value,
    row.querySelector('[data-state]').textContent.trim()])"""


def said(page):
    """Table -> what its line shows as stored, and its state. Both marks of what is stored agree."""
    lines = {}
    for table, now, pressed, state in page.evaluate(LINES):
        assert now == pressed
        lines[table] = (now, state)
    return lines


def agree(page, row, unsaved=()):
    """The page shows as stored what the log holds and nothing else, and these tables, only, as not saved."""
    log, lines = held(row), said(page)
    assert {table: now for table, (now, _) in lines.items() if now != "not_played"} == log
    assert {table for table, (_, state) in lines.items() if state.startswith("✗ not saved")} == set(unsaved)
    assert {table for table, (_, state) in lines.items() if state == "✓ saved"} <= log.keys()
    assert [state for _, state in lines.values() if state.startswith("…")] == []


def send_again(page, table):
    """Press the button, unless what waited is on its way by itself in this very moment."""
    page.evaluate(f"""document.querySelector("tr[data-table='{table}'] [data-again]")?.click()""")


def saved(page, *tables):
    for table in tables:
        page.locator(f"tr[data-table='{table}'] [data-state]:has-text('✓ saved')").wait_for()


def not_saved(page, *tables, says=""):
    """Wait until each says so, and why: between two attempts, as it says "saving" during one."""
    for table in tables:
        state = page.locator(f"tr[data-table='{table}'] [data-state]").filter(has_text="✗ not saved")
        state.filter(has_text=says).wait_for()


def test_forty_results_by_keyboard(row, desk):
    page = desk()
    keys, requests = [], []
    page.on("request", lambda one: one.resource_type == "fetch" and requests.append(one.method))
    expected = {table: WINNERS[table % 5] for table in range(40, 0, -1)}
    begun = monotonic()
    for table, winner in expected.items():
        if table == 1:
            saved(page, 2)  # the last one by itself: how soon does a spectator see it?
            entered = monotonic()
        type_result(page, table, winner)
        keys += [*str(table), "Enter", KEY[winner]]
    saved(page, 1)
    spectator = Client().get(ROUND).content.decode()
    seen = monotonic()
    assert len(re.findall(r"class=\"outcome\">(?:1-0|0-1|½-½)<", spectator)) == 40
    agree(page, row)
    assert held(row) == expected
    assert (len(keys), requests, len(events(row))) == (151, ["POST"] * 40, 40)
    expect(page.locator("#missing")).to_have_text("All 40 results are in")
    assert seen - entered < 2
    assert seen - begun < 30


def test_round_is_closed_on_the_page_that_entered_its_last_result(small, desk):
    page = desk()
    for table in range(1, 8):
        type_result(page, table, "white")
    saved(page, *range(1, 8))
    expect(page.locator("a[href$='/queue/'] .tag")).to_contain_text("0")
    page.get_by_role("button", name="Close round 1").click()
    page.wait_for_selector("text=Round 1 is closed.")


def test_result_of_another_desk_stands_against_closing(small, desk):
    page = desk()
    type_result(page, 1, "white")
    saved(page, 1)
    pair = load(str(small.id))[0].round(1).by_table()[1]
    carry_out(
        str(small.id), RecordResult(game_id=pair.game_id, result=Result(winner=Winner.BLACK)), a_context()
    )
    for table in range(3, 8):
        type_result(page, table, "white")
    saved(page, *range(3, 8))
    page.get_by_role("button", name="Close round 1").click()
    page.wait_for_selector("text=Changed since you looked.")


def test_the_network_goes_in_the_middle(small, desk):
    page = desk()
    for table in (1, 2, 3):
        type_result(page, table, "white")
    saved(page, 1, 2, 3)
    page.context.set_offline(True)
    for table in (4, 5, 6, 7):
        type_result(page, table, "black")
    type_result(page, 6, "white")
    page.keyboard.press("Enter")  # what is kept is changed as what is stored
    not_saved(page, 4, 5, 6, 7)
    assert held(small).keys() == {1, 2, 3}
    assert held(small).keys() == {table for table, (now, _) in said(page).items() if now != "not_played"}
    expect(page.locator("#unsaved")).to_contain_text("✗ not saved (4): round 1, table 4: 0-1; round 1, ")
    expect(page.locator("#missing")).to_contain_text("tables 4, 5, 6, 7 · ✗ 4 not saved")
    stored = page.evaluate("Object.values(localStorage).join()")
    assert "Player" not in stored
    assert stored.count('"command"') >= 4
    page.context.set_offline(False)
    saved(page, 4, 5, 6, 7)
    agree(page, small)
    assert {table: held(small)[table] for table in (4, 5, 6, 7)} == {
        4: "black",
        5: "black",
        6: "white",
        7: "black",
    }
    assert page.evaluate("localStorage.length") == 0
    assert page.locator("#unsaved").is_hidden()


def test_an_answer_that_is_lost_is_asked_for_again_and_stored_once(small, desk):
    page = desk()
    lost = []

    def lose(route):
        lost.append(route.request.post_data)
        if len(lost) == 1:
            route.fetch()  # the server stores it, and nobody hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/result/", lose)
    with page.expect_event("requestfailed"):  # Playwright runs `lose` only while it waits itself
        type_result(page, 1, "white")
    assert held(small) == {1: "white"}
    not_saved(page, 1)  # it is in the log, and the page does not know: it says what it knows
    saved(page, 1)
    agree(page, small)
    assert [lost[0]] * len(lost) == lost
    assert len(events(small)) == 1


NO_SUCCESS = [
    (409, {}, "Refused (409)"),
    (403, {}, "this login may not enter it"),
    (429, {"Retry-After": "30"}, "Too many requests"),
    (503, {}, "The server failed (503)"),
    (302, {"Location": "/accounts/login/"}, "No connection"),
    (200, {}, "No connection"),  # the welcome page of a hotel's network
]


def answering(**answer):
    return lambda route: route.fulfill(**answer)


def test_no_other_answer_is_a_success(small, desk):
    page = desk()
    for table, (status, headers, says) in enumerate(NO_SUCCESS, start=1):
        answer = {"status": status, "headers": headers, "body": "<p>Hello</p>"}
        page.route("**/result/", answering(**answer))
        type_result(page, table, "black")
        not_saved(page, table, says=says)
        agree(page, small, unsaved=[table])
        if status in (409, 200):  # one that is refused, one that waits
            page.reload()
            not_saved(page, table)
            agree(page, small, unsaved=[table])
        page.unroute("**/result/")
        send_again(page, table)
        saved(page, table)
        agree(page, small)
    assert held(small) == dict.fromkeys(range(1, len(NO_SUCCESS) + 1), "black")
    assert len(events(small)) == len(NO_SUCCESS)


@pytest.mark.long  # a kill
def test_the_server_is_killed_in_the_middle_and_comes_back(small, desk, tmp_path, monkeypatch):
    data, port = tmp_path, free_port()
    (data / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    with serving(environment(data), port) as server:
        page = desk(address=f"http://localhost:{port}{ROUND}")
        type_result(page, 1, "white")
        saved(page, 1)
        for table in (2, 3, 4):
            type_result(page, table, "jigo")
        os.killpg(server.pid, signal.SIGKILL)
    type_result(page, 5, "black")
    not_saved(page, 5)
    assert {table for table, (_, state) in said(page).items() if state == "✓ saved"} <= held(small).keys()
    with serving(environment(data), port):
        send_again(page, 5)
        saved(page, 2, 3, 4, 5)
        agree(page, small)
    assert held(small) == {1: "white", 2: "jigo", 3: "jigo", 4: "jigo", 5: "black"}
    assert len(events(small)) == 5


def test_the_session_ends_in_the_middle(small, desk):
    page = desk()
    type_result(page, 1, "white")
    saved(page, 1)
    Session.objects.all().delete()
    type_result(page, 2, "black")
    type_result(page, 3, "jigo")
    not_saved(page, 2)
    assert "You are logged out" in said(page)[2][1]
    assert held(small).keys() == {1}
    page.locator("tr[data-table='2']").get_by_role("link", name="Log in").click()
    page.fill("input[name=login]", "anna")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    saved(page, 2, 3)
    agree(page, small)
    assert held(small) == {1: "white", 2: "black", 3: "jigo"}


def test_somebody_else_in_the_same_browser_sends_it_only_if_they_want(small, desk):
    page = desk()
    page.context.set_offline(True)
    type_result(page, 1, "white")
    not_saved(page, 1)
    kept = page.evaluate("({...localStorage})")
    other = desk("bea", address="/tournaments/open/desk/")
    other.evaluate("kept => Object.assign(localStorage, kept)", kept)
    other.reload()
    expect(other.locator("#unsaved")).to_contain_text("round 1, table 1: 1-0")  # on whichever page
    other.goto(ROUND)
    assert "Entered with a different login" in said(other)[1][1]
    agree(other, small, unsaved=[1])
    other.locator("tr[data-table='1']").get_by_role("button", name="Send again").click()
    saved(other, 1)
    agree(other, small)


def test_two_desks_at_one_table(small, desk):
    anna, bea = desk("anna"), desk("bea")
    type_result(anna, 1, "white")
    saved(anna, 1)
    type_result(bea, 2, "white")
    saved(bea, 2)  # another table: nobody clashes
    type_result(bea, 1, "black")
    not_saved(bea, 1)
    assert "Anna entered 1-0 at " in said(bea)[1][1]
    agree(bea, small, unsaved=[1])
    expect(bea.locator("#hint")).to_contain_text("was NOT saved")
    bea.locator("tr[data-table='1'] button[value=black]").click()  # now it was seen
    saved(bea, 1)
    agree(bea, small)
    assert held(small) == {1: "black", 2: "white"}


def test_what_waited_for_the_network_does_not_come_over_what_is_newer(small, desk):
    anna, bea = desk("anna"), desk("bea")
    bea.context.set_offline(True)
    for table in (1, 2):
        type_result(bea, table, "black")
    not_saved(bea, 1, 2)
    type_result(anna, 1, "white")
    saved(anna, 1)
    anna.keyboard.press("u")  # taken back: there is no result, and yet bea has not seen what there was
    anna.locator("tr[data-table='1'] [data-state]:has-text('✓ undone')").wait_for()
    bea.context.set_offline(False)
    saved(bea, 2)
    agree(bea, small, unsaved=[1])
    assert "Anna took the result back at " in said(bea)[1][1]
    assert held(small) == {2: "black"}
    bea.reload()
    not_saved(bea, 1)
    bea.locator("tr[data-table='1']").get_by_role("button", name="Discard").click()
    agree(bea, small)


def test_arrows_and_held_keys_store_nothing_and_one_key_takes_back(small, desk):
    page = desk()
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    page.keyboard.type("2")
    for key in ("Enter", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "7", "x", "Escape"):
        page.keyboard.press(key)
    page.locator("tr[data-table='1'] summary").click()
    page.locator("tr[data-table='1'] select").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert posts == []
    page.reload()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.down("1")  # held: it repeats itself
    page.keyboard.up("1")
    saved(page, 2)
    expect(page.locator("#table")).to_have_value("")
    assert len(posts) == 1
    type_result(page, 2, "black")
    expect(page.locator("#hint")).to_contain_text("Return makes it 0-1")
    page.keyboard.press("Escape")
    assert len(posts) == 1
    type_result(page, 2, "black")
    page.keyboard.type("1")  # instead of Return
    expect(page.locator("#hint")).to_contain_text("Table 2 stays 1-0: Return was not pressed.")
    expect(page.locator("tr.cursor")).to_have_count(0)
    expect(page.locator("#table")).to_have_value("")
    assert len(posts) == 1
    page.keyboard.press("u")
    page.locator("tr[data-table='2'] [data-state]:has-text('✓ undone')").wait_for()
    assert held(small) == {}
    agree(page, small)
    assert [type(event) for event in events(small)] == [ResultRecorded, ResultCleared]


def test_a_reason_is_kept_on_the_page_alone(small, desk):
    """Reasons may name people; what else is kept holds ids."""
    finish(small, 1)
    pair(small, 2)
    page = desk()
    page.context.set_offline(True)
    line = page.locator("tr[data-table='2']")
    line.locator("summary").click()
    line.locator("select").select_option("white")
    line.locator("input[name=reason]").fill("Vera wrote it down wrong")
    line.get_by_role("button", name="Save").click()
    not_saved(page, 2)
    assert page.evaluate("localStorage.length") == 0
    page.context.set_offline(False)
    saved(page, 2)
    assert held(small)[2] == "white"
    assert events(small)[-1].reason == "Vera wrote it down wrong"


def test_what_is_rare_is_chosen_and_confirmed(small, desk):
    page = desk()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    page.keyboard.type("0-0 by")
    assert held(small) == {}
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Save 0-0 by default"
    page.keyboard.press("Enter")
    saved(page, 3)
    assert PairingRow.objects.get(table=3).by_default
    assert page.evaluate("document.activeElement.id") == "table"


def test_three_buttons_under_a_thumb(small, desk):
    page = desk(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    line = page.locator("tr[data-table='2']")
    boxes = [button.bounding_box() for button in line.locator(".choice button").all()]
    assert len(boxes) == 3
    assert all(box["height"] >= 48 and box["width"] >= 48 for box in boxes)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    assert len({box["y"] for box in boxes}) == 1
    line.locator("button[value=jigo]").tap()
    saved(page, 2)
    agree(page, small)
    assert held(small) == {2: "jigo"}
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
