"""A dispute at a table, on three phones: with JavaScript, and without."""

import pytest

from tests.builders import an_account
from tests.tournaments.web.disputed import a_dispute, game_page, sgf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine-stones-and-a-bowl"
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
VIEWS = {"phone": PHONE, "phone without JavaScript": PHONE | {"java_script_enabled": False}}


@pytest.fixture(params=VIEWS)
def visit(request, browser, live_server):
    """Opens pages as somebody; a complaint in the console fails the test."""
    contexts, complaints = [], []

    def open_as(name, office=None):
        user = an_account(name, office)
        user.set_password(PASSWORD)
        user.save()
        context = browser.new_context(base_url=live_server.url, **VIEWS[request.param])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/accounts/login/")
        page.fill("input[name=login]", name)
        page.fill("input[name=password]", PASSWORD)
        page.click("main button[type=submit]")
        page.wait_for_selector("text=Log out")
        return page

    open_as.scripted = VIEWS[request.param].get("java_script_enabled", True)
    yield open_as
    for context in contexts:
        context.close()
    assert complaints == []


def press(page, label):
    """Tap a button and wait for the next page."""
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).click()


def tap(page, point):
    """Tap a point of the board, then the stone's button."""
    with page.expect_navigation():
        page.locator(f"svg.taps a[href*='at={point}#']").click()
    assert page.input_value("input[name=points] >> nth=0") == point


def test_a_dispute_from_the_table_to_the_standings(visit):
    pairing = a_dispute(criteria=("NBW",))
    black, white, referee = visit("black"), visit("white"), visit("referee", "referee")
    for page, label in ((black, "Black won"), (white, "White won")):
        page.goto(game_page(pairing))
        press(page, label)
    assert white.locator("text=the players disagree").count() == 1
    slip = {"name": "g.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf()}
    white.set_input_files("input[name=sgf]", slip)
    press(white, "Send")

    black.goto(game_page(pairing))
    for link in ("Claim something about this game", "Stones are dead, or alive"):
        with black.expect_navigation():
            black.get_by_role("link", name=link).click()
    black.get_by_label("The strings, a point of each").fill("a3")
    black.get_by_label("What happened, in your words").fill("It has no eye.")
    press(black, "Claim this")
    black.wait_for_selector("text=The rules cannot tell yet")

    black.fill("input[name=turn]", "14")
    press(black, "Begin")
    press(black, "Black: these can be captured")
    press(black, "Black begins a sequence for claim 1")
    claim = black.url.split("?")[0]
    for point in ("A2", "A4", "B3"):
        tap(black, point)
        press(black, f"Play Black {point}")
        white.goto(claim)
        press(white, "White passes")
        black.goto(claim)
    press(black, "Black passes")
    black.wait_for_selector("text=The claim is right")
    if visit.scripted:
        for page in (black, white):
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    referee.goto("/tournaments/open/queue/")
    with referee.expect_navigation():
        referee.get_by_role("link", name="Stones are dead, or alive").click()
    referee.get_by_label("the claim is upheld", exact=True).check()
    referee.select_option("select[name=remedy_result]", "black")
    referee.get_by_label("Final score").fill("B+5.5")
    referee.get_by_label("Reasons").fill("Captured in the sequence that was played out.")
    press(referee, "Rule")
    referee.wait_for_selector("text=The ruling is stored. Receipt:")
    with referee.expect_navigation():
        referee.locator(".message a").click()
    referee.wait_for_selector("text=Valid.")

    white.goto(game_page(pairing))
    white.wait_for_selector("text=decided by a ruling, may be appealed until")
    pairing.refresh_from_db()
    assert (pairing.winner, pairing.result_state, pairing.ruled_score) == ("black", "decided", "B+5.5")
    white.goto("/tournaments/open/")
    assert white.locator("tbody tr").first.locator("td").last.inner_text() == "1"
