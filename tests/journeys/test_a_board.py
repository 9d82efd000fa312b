"""A game looked at in a browser: keys, slider and links step in place, and by pages without a script."""

import pytest
from playwright.sync_api import expect

from games.game.commands import receive_record
from tests.builders import a_context, a_tournament, pair
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVES = 250
ROWS = "abcdefghijklmnopqrs"


@pytest.fixture
def address():
    """A published game of 250 moves: Black fills the left, White the right, and nothing is captured."""
    pair(a_tournament(players=4), 1)
    game = PairingRow.objects.first()
    black, white = ([f"{column}{row}" for column in side for row in ROWS] for side in ("abcdefg", "mnopqrs"))
    moves = "".join(f";B[{one}];W[{other}]" for one, other in zip(black, white, strict=True))[: 6 * MOVES]
    receive_record(str(game.game_id), f"(;GM[1]FF[4]SZ[19]KM[6.5]{moves})".encode(), a_context())
    return f"/tournaments/open/games/{game.game_id}/"


def stones(page):
    return page.locator(".board :is(use[href='#board-b'], use[href='#board-w'])")


def test_keys_slider_and_links_step_in_place_without_a_request(browser, live_server, address):
    page = browser.new_context(base_url=live_server.url).new_page()
    complaints, asked = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(address)
    page.wait_for_selector("input[type=range]")
    page.on("request", lambda request: asked.append(request.url))
    for key, turn in [("Home", 0), ("ArrowRight", 1), ("PageDown", 11), ("ArrowLeft", 10), ("End", MOVES)]:
        page.keyboard.press(key)
        expect(page.locator("output")).to_contain_text(f"Move {turn}: " if turn else "The start.")
    expect(stones(page)).to_have_count(MOVES)
    page.locator("input[type=range]").fill("40")
    expect(stones(page)).to_have_count(40)
    page.click("summary:has-text('Moves')")
    page.click("ol a >> nth=3")
    expect(stones(page)).to_have_count(3)
    expect(page.locator("[aria-current=step]")).to_have_text("Move 3: Black A18.")
    description = page.locator(".board svg desc")
    expect(description).to_have_text("Black (2): A18, A19. White (1): N19.")
    page.keyboard.press("End")
    page.wait_for_url(f"**?turn={MOVES}")
    icon = f"{live_server.url}/static/nigiri/icon.svg"  # which browsers look at again with each address
    live = f"{live_server.url}{address}live/"  # whether the game is still as it is shown
    assert (set(asked) - {icon, live}, complaints) == (set(), [])


def test_links_lead_on_without_a_script(browser, live_server, address):
    page = browser.new_context(base_url=live_server.url, java_script_enabled=False).new_page()
    page.goto(address)
    page.click("a[data-go=start]")
    expect(stones(page)).to_have_count(0)
    page.click("a:text-is('+10')")
    page.click("a[rel=next]")
    expect(stones(page)).to_have_count(11)


def test_arrows_move_over_the_points_of_a_board_that_is_touched(browser, live_server, db):
    page = browser.new_context(base_url=live_server.url).new_page()
    page.goto("/rules/?size=9")
    focused = page.locator(".points button:focus")
    page.locator("#at-E5 button").focus()
    for key, point in [("ArrowUp", "E6"), ("ArrowRight", "F6"), ("ArrowLeft", "E6"), ("ArrowDown", "E5")]:
        page.keyboard.press(key)
        expect(focused).to_have_attribute("value", point)
    assert page.locator(".points button[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(stones(page)).to_have_count(1)
    box, drawn = (page.locator(part).bounding_box() for part in ("#at-E5", "use[href='#board-b-last']"))
    assert abs(box["x"] + box["width"] / 2 - drawn["x"] - drawn["width"] / 2) < 2
    assert abs(box["y"] + box["height"] / 2 - drawn["y"] - drawn["height"] / 2) < 2


def test_moves_of_the_laboratory_need_no_page_load_and_keep_the_focus(browser, live_server, db):
    page = browser.new_context(base_url=live_server.url).new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and faults.append(said.text))
    page.goto("/rules/?size=9")
    page.evaluate("window.same = true")
    page.locator("#at-E5 button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".points button:focus")).to_have_attribute("aria-label", "White E4")
    page.keyboard.press("Enter")
    expect(stones(page)).to_have_count(2)
    expect(page.locator("body > [role=status]")).to_have_text("Turn 2: White E4")
    page.get_by_role("link", name="back", exact=True).click()
    expect(stones(page)).to_have_count(1)
    assert page.evaluate("document.activeElement.textContent") == "back"
    page.get_by_role("link", name="White passes").click()
    page.get_by_role("link", name="Black passes").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Black passes"
    page.wait_for_url("**?moves=*")
    page.go_back()
    page.go_back()
    expect(stones(page)).to_have_count(2)
    assert (page.evaluate("window.same"), faults) == (True, [])
    page.reload()
    expect(stones(page)).to_have_count(2)


def test_laboratory_leads_on_without_a_script(browser, live_server, db):
    page = browser.new_context(base_url=live_server.url, java_script_enabled=False).new_page()
    page.goto("/rules/?size=9")
    for at, count in (("E5", 1), ("F5", 2)):
        page.locator(f"#at-{at} button").click()
        expect(stones(page)).to_have_count(count)


def test_controls_come_before_the_points_in_the_tab_order(browser, live_server, db):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/rules/?size=9")
    first = page.locator("#board a, #board button").all()
    assert [one.get_attribute("name") for one in first].index("points") > 4
    names = [one.inner_text() for one in first[:9]]
    assert {"Play", "Mark dead", "start", "end", "Black passes"} <= set(names)
