"""A tournament day in a browser: desk, player, public; wide, on a phone, and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.builders import a_tournament, an_account, finish, pair
from tournaments.loading import load
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine-stones-and-a-bowl"
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp];B[dd];W[pp];B[];W[])"
VIEWS = {
    "wide": {"viewport": {"width": 1100, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 800}, "is_mobile": True, "has_touch": True},
    "without JavaScript": {"viewport": {"width": 1100, "height": 800}, "java_script_enabled": False},
}


@pytest.fixture(params=VIEWS)
def visit(request, browser, live_server):
    """Opens pages in one kind of browser; a complaint in its console fails the test."""
    contexts, complaints, expected = [], [], []

    def open_as(user=None):
        context = browser.new_context(base_url=live_server.url, **VIEWS[request.param])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if user is not None:
            page.goto("/accounts/login/")
            page.fill("input[name=login]", user)
            page.fill("input[name=password]", PASSWORD)
            page.click("main button[type=submit]")
        return page

    open_as.scripted = VIEWS[request.param].get("java_script_enabled", True)
    open_as.expected = expected  # browsers complain of each answer that refuses
    yield open_as
    for context in contexts:
        context.close()
    assert complaints == expected


def account(name, office=None):
    user = an_account(name, office)
    user.set_password(PASSWORD)
    user.save()
    return user


def test_the_director_runs_a_round(visit):
    row = a_tournament(players=6)
    account("director", Office.DIRECTOR)
    page = visit("director")
    page.goto("/tournaments/open/desk/")
    page.click("td button:has-text('here') >> nth=0")
    page.locator("td button[name=gone]").wait_for()
    page.click("td button:has-text('absent') >> nth=5")
    page.locator("td button[name=plays]").wait_for()
    assert EntryRow.objects.filter(tournament=row, checked_in=True).count() == 1

    page.click("button:has-text('Pair round 1')")
    page.click("button:has-text('Pair them too')")  # four of those who play are not checked in
    page.wait_for_selector("text=Round 1 is paired")
    assert PairingRow.objects.filter(tournament=row).count() == 2
    page.click("button:has-text('Publish round 1')")
    page.wait_for_selector("h2:has-text('Round 1')")

    for place in range(2):
        page.locator(".choice button[value=white]").nth(place).click()
        page.locator("td.won").nth(place).wait_for()
    expect(page.locator("td.won")).to_have_count(2)
    state, _ = load(str(row.id))
    assert {game.result.winner for game in state.round(1).pairs.values()} == {"white"}

    page.goto("/tournaments/open/")
    expect(page.locator("h2")).to_contain_text("after round 1")
    expect(page.locator("tbody tr")).to_have_count(6)


def test_a_refusal_is_told_and_nothing_is_lost(visit):
    row = a_tournament(players=4, finished=1)
    account("director", Office.DIRECTOR)
    page = visit("director")
    page.goto("/tournaments/open/rounds/1/")
    page.click("summary:has-text('Unpair this round')")
    page.fill("details:has-text('Unpair this round') input[name=reason]", "the wrong list")
    page.click("button:has-text('Unpair the whole round')")
    page.wait_for_selector(".message.error")
    visit.expected.append("Failed to load resource: the server responded with a status of 409 (Conflict)")
    expect(page.locator(".message.error").first).to_contain_text("Clear the results")
    assert PairingRow.objects.filter(tournament=row).count() == 2


def test_a_player_reports_and_sends_the_record(visit):
    row = a_tournament(players=4)
    pair(row, 1)
    game = PairingRow.objects.first()
    player = Player.objects.get(pk=game.black.player_id)
    player.user = account("player")
    player.save()
    page = visit("player")
    page.goto(f"/tournaments/open/games/{game.game_id}/")
    page.click("button:has-text('White won')")
    page.wait_for_selector("text=your report is stored")
    page.set_input_files(
        "input[name=sgf]", {"name": "g.sgf", "mimeType": "application/x-go-sgf", "buffer": SGF}
    )
    page.click("button:text-is('Send')")
    page.wait_for_selector("text=The record is stored")
    expect(page.locator("svg[role=img]")).to_have_count(1)
    page.wait_for_selector("output:has-text(' 6: ')")
    page.click("a[rel=prev]")
    page.wait_for_selector("output:has-text(' 5: ')")
    game.refresh_from_db()
    assert (game.winner, game.result_state) == ("white", "reported")


def test_the_public_sees_what_is_published_and_nothing_before(visit):
    row = a_tournament(players=4, published=False)
    page = visit()
    page.goto("/")
    expect(page.locator("text=No tournament is published yet")).to_have_count(1)
    assert page.request.get("/tournaments/open/").status == 404
    account("director", Office.DIRECTOR)
    director = visit("director")
    director.goto("/tournaments/open/desk/")
    director.click("button:has-text('Publish the tournament')")
    director.wait_for_selector("button:has-text('Unpublish the tournament')")
    pair(TournamentRow.objects.get(pk=row.pk), 1)
    finish(row, 1)
    page.goto("/")
    page.click("main a >> nth=0")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("td:has-text('+/')")).to_have_count(2)
    assert (
        page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1") or not visit.scripted
    )
