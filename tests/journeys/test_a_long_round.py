"""The desk's page of a round of many tables: short lines, with forms once somebody works on one."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.builders import a_tournament, an_account, finish, pair
from tests.journeys.test_forty_results import (  # noqa: F401 - fixtures
    ROUND,
    agree,
    desk,
    held,
    not_saved,
    saved,
    type_result,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES = 101
ALL = "tr[data-game]"
FORMS = f"{ALL} form"


@pytest.fixture
def row():
    row = a_tournament(players=2 * TABLES, rounds=2)
    pair(row, 1)
    return row


@pytest.fixture
def an_officer():
    """Whose session it is."""
    client = Client()
    client.force_login(an_account("anna", "director"))
    return client.cookies["sessionid"].value


def line(page, table):
    return page.locator(f"tr[data-table='{table}']")


def test_a_line_has_forms_once_it_is_worked_on(row, desk):  # noqa: F811 - the fixture
    page = desk()
    expect(page.locator(ALL)).to_have_count(TABLES)
    expect(page.locator(FORMS)).to_have_count(0)
    assert len(page.content()) < 1500 * TABLES
    type_result(page, 57, "white")
    saved(page, 57)
    line(page, 3).locator("a.enter").click()
    assert page.evaluate("document.activeElement.value") == "white"
    line(page, 3).locator("button[value=jigo]").click()
    saved(page, 3)
    agree(page, row)
    page.focus("#table")
    page.keyboard.type("101")
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    page.keyboard.type("0-0 by")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    saved(page, 101)
    assert held(row) == {57: "white", 3: "jigo", 101: "both_lose"}
    expect(page.locator("#missing")).to_contain_text(f"{TABLES - 3} of {TABLES} results missing")
    page.reload()
    expect(page.locator(FORMS)).to_have_count(0)
    expect(line(page, 101).locator("a.enter")).to_contain_text("0-0!")
    type_result(page, 57, "black")
    expect(page.locator("#hint")).to_contain_text("Return makes it 0-1")
    page.keyboard.press("Enter")
    saved(page, 57)
    assert held(row)[57] == "black"
    line(page, 101).locator("a.enter").click()
    expect(line(page, 101).locator("summary strong")).to_have_text("0-0!")


def test_without_a_network_it_is_kept_and_sent_later(row, desk):  # noqa: F811 - the fixture
    page = desk()
    page.context.set_offline(True)
    type_result(page, 20, "black")
    line(page, 21).locator("a.enter").click()
    line(page, 21).locator("button[value=white]").click()
    not_saved(page, 20, 21)
    assert held(row) == {}
    page.context.set_offline(False)
    saved(page, 20, 21)
    assert held(row) == {20: "black", 21: "white"}


def test_another_result_wants_a_reason(row, desk):  # noqa: F811 - the fixture
    finish(row, 1)
    pair(row, 2)
    page = desk()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    assert page.evaluate("document.activeElement.name") == "reason"
    page.keyboard.type("the slip says so")
    page.keyboard.press("Enter")
    saved(page, 9)
    assert held(row)[9] == "white"


def test_without_scripts_a_line_is_asked_for_its_forms(row, browser, live_server, an_officer):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([{"name": "sessionid", "value": an_officer, "url": live_server.url}])
    page = context.new_page()
    page.goto(ROUND)
    line(page, 77).locator("a.enter").click()
    page.wait_for_url(f"**{ROUND}?open=77#*")
    expect(page.locator(".choice")).to_have_count(1)
    line(page, 77).locator("button[value=white]").click()
    page.wait_for_url(f"**{ROUND}#g*")
    expect(line(page, 77)).to_have_attribute("data-now", "white")
    assert held(row) == {77: "white"}
    context.close()
