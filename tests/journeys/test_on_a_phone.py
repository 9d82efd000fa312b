"""Pages in a browser: none is wider than a phone; a row of the round page lives on by itself."""

import pytest
from playwright.sync_api import expect

from games.game.commands import receive_record
from games.log.tables import Event
from games.receipts.codes import code_at
from tests.builders import a_club_group, a_context, a_tournament, finish, pair
from tests.journeys.test_a_day import SGF, account, visit  # noqa: F401 - a fixture
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.presence import CheckIn
from tournaments.domain.results import ReportResult
from tournaments.domain.round_stages import UnpublishRound
from tournaments.tables.people import Office
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVENT = "/tournaments/open/"
LISTS = "/organisations/home/lists/"
PAGES = ("", "players/", "rounds/1/", "rounds/2/", "rounds/3/", "queue/", "desk/", "changes/")
HANDED = ("sheets/",)
WISHES = ("wishes/", "wishes/clubs/")
OTHERS = ("/", "/receipts/", "/no/such/page/", "/account/", "/accounts/signup/")
WIDTH = "document.documentElement.scrollWidth"


def a_busy_tournament():
    """Round 1 is played, of round 2 one game is reported, round 3 is to be paired and somebody is missing."""
    row = a_tournament(players=7)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    game = PairingRow.objects.filter(round=2).first()
    receive_record(str(game.game_id), SGF, a_context())
    report = ReportResult(
        game_id=str(game.game_id), entry_id=game.black_id, result=Result(winner=Winner.WHITE)
    )
    carry_out(str(row.id), report, a_context())
    carry_out(str(row.id), CheckIn(entry_id=EntryRow.objects.first().id), a_context())
    a_club_group(row, "Rive", "Hill", name="Clubs of the whole region around the river")
    return game


def test_no_page_scrolls_sideways_in_german(browser, live_server):
    """German has the longest words."""
    width = 360
    game = f"{EVENT}games/{a_busy_tournament().game_id}/"
    account("director", Office.DIRECTOR)
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": width, "height": 740}, locale="de"
    )
    page = context.new_page()
    page.goto("/accounts/login/")
    widths = {"login": page.evaluate(WIDTH)}
    page.fill("input[name=login]", "director")
    page.fill("input[name=password]", "nine-stones-and-a-bowl")
    page.click("main button[type=submit]")
    claim = f"{game}claims/new/"
    own = (*PAGES, *HANDED, *WISHES, f"players/{EntryRow.objects.first().pk}/")
    addresses = (*(EVENT + path for path in own), *OTHERS, game, f"{game}story/", claim)
    for address in (*addresses, f"{claim}?kind=dead_stones"):
        page.goto(address)
        for details in page.locator("summary").all():
            details.click()
        widths[address] = page.evaluate(WIDTH)
    context.close()
    assert {address: found for address, found in widths.items() if found > width} == {}


def test_a_receipt_is_read_whole_on_a_phone(browser, live_server):
    """Ids and digests are longer than a phone is wide: whoever compares them sees their end."""
    a_busy_tournament()
    event = Event.objects.get(kind="tournament.result-reported.v1")
    code = code_at(event.position, event.digest)
    context = browser.new_context(base_url=live_server.url, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"/receipts/{code}/")
    page.click("summary >> nth=0")
    tables = page.locator("main .wide").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    context.close()
    assert tables == [0, 0, 0]


@pytest.mark.parametrize(("width", "seen"), [(390, False), (1280, True)])
def test_cells_of_rounds_are_explained_where_they_are_seen(browser, live_server, width, seen):
    a_tournament(players=4, finished=1)
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto("/tournaments/open/")
    assert page.locator(".standings td.won").first.is_visible() is seen
    assert page.get_by_text("won (+) as White against line 12").is_visible() is seen
    context.close()


def test_what_a_director_needs_is_in_sight_on_a_phone(browser, live_server):
    """Nothing to press is hidden beyond the edge of a table that one would have to push aside."""
    row = a_tournament(players=7, finished=1)
    pair(row, 2)
    carry_out(str(row.id), UnpublishRound(round=2, reason="again"), a_context())
    account("director", Office.DIRECTOR)
    context = browser.new_context(base_url=live_server.url, viewport={"width": 390, "height": 740})
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=login]", "director")
    page.fill("input[name=password]", "nine-stones-and-a-bowl")
    page.click("main button[type=submit]")
    beyond, seen = {}, 0
    wanted = {
        "rounds/2/": ".edit button, .edit a, .choice button, select[name=result]",
        "players/": "tbody th a",
        "story/": "summary, details[open] button",
        "desk/": "tbody button",
        "players/participation/": "tbody td a, tbody td button",
        LISTS: "tbody button",
    }
    for path, what in wanted.items():
        page.goto(path if path == LISTS else EVENT + path)
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        found = [one.bounding_box() for one in page.locator(f"main :is({what})").all()]
        seen += len(found)
        assert found, path
        if far := [box for box in found if box and box["x"] + box["width"] > 390]:
            beyond[path] = far
    context.close()
    assert beyond == {}
    assert seen > 30


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_checking_in_leaves_one_at_the_line_and_a_refusal_is_seen_there(browser, live_server, scripts):
    pair(a_tournament(players=30, rounds=1), 1)
    account("director", Office.DIRECTOR)
    size = {"width": 390, "height": 740}
    context = browser.new_context(base_url=live_server.url, viewport=size, java_script_enabled=scripts)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=login]", "director")
    page.fill("input[name=password]", "nine-stones-and-a-bowl")
    page.click("main button[type=submit]")
    page.goto(EVENT + "desk/")
    name = page.locator("#lines tbody th").nth(24).inner_text()
    line = page.locator("#lines tbody tr").nth(24)
    line.locator("button[name=here]").click()
    here = page.locator(f"tr:has(th:text-is('{name.strip()}')) button[name=gone]")
    here.wait_for()
    assert 0 < here.bounding_box()["y"] < 740
    line.locator("button[name=absent]").click()
    refusal = line.locator(".state") if scripts else page.locator(".message.error[autofocus]")
    page.wait_for_selector("text=has a game or a bye in this round")
    expect(refusal).to_contain_text("has a game or a bye in this round")
    assert 0 <= refusal.bounding_box()["y"] < 740
    context.close()


def test_a_refused_row_stays_a_row_and_says_why(visit):  # noqa: F811 - the fixture
    row = a_tournament(players=4)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    account("director", Office.DIRECTOR)
    page = visit("director")
    page.goto(f"{EVENT}rounds/1/")
    page.click("tbody summary >> nth=0")
    page.select_option("select[name=result] >> nth=0", "white")
    page.fill("tbody input[name=reason] >> nth=0", " ")
    page.click("tbody button:has-text('Save') >> nth=0")
    page.wait_for_selector("text=Give a reason")
    visit.expected.append(
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    )
    expect(page.locator(".state.lost" if visit.scripted else ".message.error")).to_have_count(1)
    expect(page.locator("header")).to_have_count(1)
    assert PairingRow.objects.get(round=1, table=1).winner == Winner.BLACK


def test_the_desk_confirms_a_report_in_its_row(visit):  # noqa: F811 - the fixture
    a_busy_tournament()
    account("director", Office.DIRECTOR)
    page = visit("director")
    page.goto(f"{EVENT}rounds/2/")
    page.click("button:has-text('Confirm 1-0')")
    page.locator("button:has-text('Confirm 1-0')").wait_for(state="detached")
    expect(page.locator("header")).to_have_count(1)
    assert PairingRow.objects.filter(round=2, winner=Winner.WHITE, result_state="confirmed").count() == 1
