"""A dispute at a table, on phones and tablets: with JavaScript, and without."""

import pytest
from playwright.sync_api import expect

from tests.builders import an_account
from tests.games.claims.pictures import photo
from tests.tournaments.web.disputed import a_dispute, game_page, sgf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "nine-stones-and-a-bowl"
TABLET = {"width": 820, "height": 1180}
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
VIEWS = {
    "phone": PHONE,
    "phone without JavaScript": PHONE | {"java_script_enabled": False},
    "tablet": {"viewport": TABLET, "has_touch": True},
}


def is_fault(said):
    """A complaint of the console, but for the ruling that is refused."""
    return said.type == "error" and "422" not in said.text


@pytest.fixture(params=VIEWS)
def visit(request, browser, live_server):
    """Opens pages as somebody; a complaint in the console fails the test."""
    contexts, complaints = [], []

    def open_as(name, office=None, **view):
        user = an_account(name, office)
        user.set_password(PASSWORD)
        user.save()
        context = browser.new_context(base_url=live_server.url, **VIEWS[request.param] | view)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if is_fault(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/accounts/login/")
        page.fill("input[name=login]", name)
        page.fill("input[name=password]", PASSWORD)
        page.click("main button[type=submit]")
        page.wait_for_selector("text=Notices")
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


def enter(page, label, scripted):
    """Tap a button beside the board, which a script shows again in its place."""
    if not scripted:
        press(page, label)
        return
    page.get_by_role("button", name=label, exact=True).click()
    page.wait_for_selector("[data-sent]", state="detached")


def tap(page, point, answered):
    """Touch a point of the board: its stone is played, in one request where a script shows the answer."""
    asked = []

    def note(request):
        if request.resource_type in ("document", "fetch"):
            asked.append((request.method, request.url))

    page.on("request", note)
    button = page.locator(f"#at-{point} button")
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    button.click()
    page.wait_for_selector(f"#at-{point}.b")
    assert answered or [method for method, _ in asked] == ["POST"], asked


def open_claim_on_stones(player):
    """From the game's page to the form, by a kind that is folded away."""
    with player.expect_navigation():
        player.get_by_role("link", name="Make a claim about this game").click()
    player.get_by_text("Other kinds").click()
    with player.expect_navigation():
        player.get_by_role("link", name="Stones are dead, or alive").click()


def ruled_on(referee):
    """In three steps, the board beside them; a score that does not fit is said there, and nothing is lost."""
    referee.get_by_label("the claim is upheld", exact=True).check()
    referee.locator("label.next[for=step-2]").click()
    referee.select_option("select[name=remedy_result]", "black")
    referee.get_by_label("Final score").fill("B+500")
    referee.locator("label.next[for=step-3]").click()
    referee.locator("textarea[name=reasons]").fill("Captured in the sequence that was played out.")
    board, form = (referee.locator(part).bounding_box() for part in ("#board", ".ruling"))
    assert board["x"] + board["width"] <= form["x"]
    assert 0 <= board["y"] < 1180
    press(referee, "Rule")
    expect(referee.locator(".s2 .alarm")).to_contain_text("more than a board of 5 by 5 holds")
    referee.get_by_label("Final score").fill("B+5.5")
    referee.locator("label.next[for=step-3]").click()
    expect(referee.locator("textarea[name=reasons]")).to_have_value(
        "Captured in the sequence that was played out."
    )
    press(referee, "Rule")


def test_a_dispute_from_the_table_to_the_standings(visit):
    pairing = a_dispute(criteria=("NBW",))
    black, white, referee = visit("black"), visit("white"), visit("referee", "referee", viewport=TABLET)
    for page, label in ((black, "Black won"), (white, "White won")):
        page.goto(game_page(pairing))
        press(page, label)
    expect(white.locator("text=the players disagree")).to_have_count(1)
    slip = {"name": "g.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf()}
    white.set_input_files("input[name=sgf]", slip)
    press(white, "Send")

    black.goto(game_page(pairing))
    open_claim_on_stones(black)
    box = black.locator("#at-A3 input")
    assert min(box.bounding_box()["width"], box.bounding_box()["height"]) >= 44
    box.tap()
    black.set_input_files(
        "input[name=picture] >> nth=0", {"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": photo()}
    )
    black.get_by_label("What happened, in your words").fill("It has no eye.")
    press(black, "Claim this")
    black.wait_for_selector("text=The rules cannot tell yet")
    black.wait_for_selector(".evidence img")
    assert black.locator(".evidence img").evaluate(
        "async image => (await image.decode(), image.naturalWidth)"
    )

    black.fill("input[name=turn]", "14")
    press(black, "Begin")
    enter(black, "Black: these can be captured", visit.scripted)
    enter(black, "Black begins a sequence for claim 1", visit.scripted)
    claim = black.url.split("?")[0]
    for point in ("A2", "A4", "B3"):
        tap(black, point, answered=not visit.scripted)
        white.goto(claim)
        enter(white, "White passes", visit.scripted)
        black.goto(claim)
    enter(black, "Black passes", visit.scripted)
    black.wait_for_selector("text=The claim is right")
    if visit.scripted:
        for page in (black, white):
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    referee.goto("/tournaments/open/queue/")
    with referee.expect_navigation():
        referee.get_by_role("link", name="Stones are dead, or alive").click()
    ruled_on(referee)
    referee.wait_for_selector("text=The ruling is stored. Receipt:")
    with referee.expect_navigation():
        referee.locator(".message a").click()
    referee.wait_for_selector("text=Unchanged")

    white.goto(game_page(pairing))
    white.wait_for_selector("text=decided by a ruling, may be appealed until")
    pairing.refresh_from_db()
    assert (pairing.winner, pairing.result_state, pairing.ruled_score) == ("black", "decided", "B+5.5")
    white.goto("/tournaments/open/")
    expect(white.locator("tbody tr").first.locator("td").nth(1)).to_have_text("1")
    for page, won in ((black, True), (white, False)):
        for address, text in (
            (game_page(pairing), "0-1 B+5.5"),
            ("/tournaments/open/rounds/1/", "0-1"),
            ("/my/", "you won" if won else "you lost"),
        ):
            page.goto(address)
            expect(page.locator("main")).to_contain_text(text)
