"""The recipes that are pages of other sites, as they stand, in a browser."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.builders import a_context, a_tournament, finish, pair
from tests.clients.recipes import recipes
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site():
    """Another site: `site(text)` is the address of a page of it, with this in its body."""
    pages = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Club</title>{pages[-1]}".encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def address(text):
        pages.append(text)
        return f"http://127.0.0.1:{server.server_port}/"

    yield address
    server.shutdown()
    server.server_close()


def cells(page, table):
    return page.locator(f"#{table} tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(one => one.textContent))"
    )


def test_a_club_s_website_shows_the_standings(browser, live_server, site):
    row = a_tournament(players=4, criteria=("MMS", "SOS"))
    pair(row, 1)
    finish(row, 1)
    page = browser.new_context().new_page()
    page.goto(site(recipes(live_server.url)["website"]))
    expect(page.locator("#standings tr")).to_have_count(5)
    head, *rows = cells(page, "standings")
    assert head[:3] == ["", "Name", "Rank"]
    assert [one[0] for one in rows] == ["1", "1", "3", "3"]
    assert all(float(score) >= 0 for one in rows for score in one[3:])


def test_a_screen_follows_a_round(browser, live_server, site):
    row = a_tournament(players=4)
    pair(row, 1)
    page = browser.new_context().new_page()
    page.goto(site(recipes(live_server.url)["screen"]))
    expect(page.locator("#round")).to_have_text("Round 1")
    assert [one[3] for one in cells(page, "games")] == ["not_played", "not_played"]
    game = PairingRow.objects.get(tournament=row, round=1, table=2)
    command = RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE))
    carry_out(str(row.id), command, a_context())
    expect(page.locator("#games tr").nth(1)).to_contain_text("white", timeout=20_000)
    finish(row, 1)
    pair(row, 2)
    expect(page.locator("#round")).to_have_text("Round 2", timeout=20_000)
