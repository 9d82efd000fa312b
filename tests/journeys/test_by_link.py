"""Two players with a badge each and no account, on phones of 360 px: from the report to the appeal."""

from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.claims import commands as claims
from games.claims.deciding import Rule
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.game.commands import receive_record
from games.log.store import read_all
from games.log.unit_of_work import Context
from tests.builders import a_context, an_account
from tests.tournaments.web.disputed import a_dispute, sgf
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.people import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def game():
    pairing = a_dispute()
    Player.objects.update(user=None)
    return pairing


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def phone(request, browser, live_server):
    """Opens the code of an entry's badge as the desk shows it."""
    contexts, complaints = [], []
    desk = Visitor(an_account("desk", "desk"))

    def scan(entry):
        page = desk.open(f"/tournaments/open/players/{entry.id}/link/")
        link = next(said for said in page.text.split() if "/my/" in said)
        context = browser.new_context(base_url=live_server.url, java_script_enabled=request.param, **PHONE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(link[link.index("/my/") :])
        assert page.url == f"{live_server.url}/my/"
        if request.param:
            assert page.evaluate(WIDTH) == 360
        return page

    scan.scripted = request.param
    yield scan
    for context in contexts:
        context.close()
    assert complaints == []


def go(page, label):
    with page.expect_navigation():
        page.get_by_role("link", name=label).first.click()


def press(page, label):
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).click()


def test_report_conflict_claim_ruling_and_appeal_without_an_account(phone, game):
    black, white = phone(game.black), phone(game.white)
    black.get_by_role("button", name="I won").tap()
    black.wait_for_selector("text=You reported: you won.")
    white.goto("/my/")
    white.wait_for_selector("text=Confirm: you lost")
    white.click("summary:has-text('Report another result')")
    white.get_by_role("button", name="I won").tap()
    white.wait_for_selector("text=You both said that you won.")
    white.click("summary:has-text('Correct my report')")
    size = white.get_by_role("button", name="I lost").bounding_box()
    assert size["height"] >= 48
    assert size["width"] > 280
    white.click("summary:has-text('Send the record')")
    slip = {"name": "g.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf()}
    white.set_input_files("input[name=sgf]", slip)
    press(white, "Send")

    black.goto("/my/")
    go(black, "Make a claim about this game")
    go(black, "The result is wrong")
    black.fill("textarea[name=text]", "The stone at A3 is dead.")
    black.click("summary:has-text('Give the score')")
    black.fill("input[name=result]", "B+5.5")
    press(black, "Claim this")
    claim = ClaimRow.objects.get()
    assert (claim.by, claim.game_id) == ("b", game.game_id)
    ruling = Rule(decision="upheld", reasons="Captured.", remedy=Remedy(result="black", score="B+5.5"))
    by_referee = Context(actor="user:998", command_id=uuid4(), at=timezone.now())
    claims.execute(str(claim.claim_id), ruling, "desk", by_referee)

    white.goto("/my/")
    white.wait_for_selector("text=You may appeal until")
    go(white, "The result is wrong")
    white.fill("form:has-text('Appeal the ruling') textarea", "It has two eyes.")
    press(white, "Appeal")
    white.goto("/my/")
    white.wait_for_selector("text=until the appeal is decided")
    actors = {one.actor for one in read_all()}
    assert actors == {"tester", "user:998", f"entry:{game.black_id}", f"entry:{game.white_id}"}


@pytest.fixture
def desk(browser, live_server):
    """A page of the desk, logged in."""
    visitor = Visitor(an_account("desk", "desk"))
    context = browser.new_context(base_url=live_server.url)
    session = visitor.client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    yield context.new_page()
    context.close()


def test_player_confirms_a_result_against_the_record(phone, game):
    black, white = phone(game.black), phone(game.white)
    black.get_by_role("button", name="I won").tap()
    black.wait_for_selector("text=You reported: you won.")
    receive_record(str(game.game_id), b"(;GM[1]SZ[5]RE[W+R];B[dd];W[aa])", a_context())
    white.reload()
    white.get_by_text("Confirm against the record", exact=True).tap()
    white.get_by_role("button", name="Confirm against the record: you lost").tap()
    expect(white.get_by_text("Confirm against the record")).to_have_count(0)
    expect(white.get_by_text("not saved")).to_have_count(0)
    game.refresh_from_db()
    assert (game.winner, game.result_state) == ("black", "confirmed")


def test_a_browser_can_send_the_forms_of_pages_with_a_private_link(desk, game):
    """Their referrer policy must not make the browser send ``Origin: null``."""
    desk.goto(f"/tournaments/open/players/{game.black_id}/link/")
    before = desk.inner_text("main")
    press(desk, "Create a new link")
    assert desk.url.endswith(f"/players/{game.black_id}/link/")
    assert desk.inner_text("main") != before
    link = next(said for said in desk.inner_text("main").split() if "/my/" in said)
    desk.goto(link[link.index("/my/") :])
    desk.locator("main form button").first.click()
    desk.wait_for_url("**/my/")


@pytest.mark.parametrize("phone", [True], indirect=True)
def test_without_a_network_it_is_kept_here_and_sent_once(phone, game):
    page = phone(game.black)
    page.context.set_offline(True)
    page.get_by_role("button", name="I lost").tap()
    page.wait_for_selector("text=✗ not saved")
    expect(page.locator("text=no connection to this service")).to_have_count(1)
    game.refresh_from_db()
    assert game.reports == {}
    page.context.set_offline(False)
    page.wait_for_selector("text=You reported: you lost.")
    game.refresh_from_db()
    assert list(game.reports) == [game.black_id]
    assert [one.actor for one in read_all()].count(f"entry:{game.black_id}") == 1
    expect(page.locator("text=not saved")).to_have_count(0)
