"""The copy of a tournament, opened from a disk: its links lead on, and a game is stepped through."""

import io
from zipfile import ZipFile

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.game.commands import receive_record
from tests.builders import a_context, a_tournament, an_account, pair
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dd];B[pq];W[dp])"


@pytest.fixture
def copied(tmp_path):
    """One game with a record of four turns."""
    row = a_tournament(players=4, rounds=1)
    pair(row, 1)
    receive_record(str(PairingRow.objects.first().game_id), SGF, a_context())
    director = Client()
    director.force_login(an_account("director", Office.DIRECTOR))
    ZipFile(io.BytesIO(director.get("/tournaments/open/copy.zip").getvalue())).extractall(tmp_path)
    return tmp_path / "open", PairingRow.objects.first().game_id


def test_a_game_is_stepped_through_without_a_server(copied, browser):
    folder, game = copied
    with browser.new_context(offline=True) as context:
        page, faults = context.new_page(), []
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{folder.as_uri()}/index.html")
        page.get_by_role("link", name="Round 1").first.click()
        page.locator(f"a[href*='{game}']").first.click()
        expect(page.locator("#live")).to_have_count(0)
        stones = page.locator(".viewer .board g use[href='#board-b'], .viewer .board g use[href='#board-w']")
        stones.nth(3).wait_for()
        said = page.locator(".viewer output")
        last = said.inner_text()
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(
            "(last) => document.querySelector('.viewer output').textContent !== last", arg=last
        )
        expect(stones).to_have_count(3)
        page.locator("[data-go=start]").click()
        expect(stones).to_have_count(0)
        page.locator("details.moves summary").click()
        page.locator("details.moves a").nth(2).click()
        expect(stones).to_have_count(2)
        page.wait_for_function("() => location.search === '?turn=2'")
        assert faults == []
