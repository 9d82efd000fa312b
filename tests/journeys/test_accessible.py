"""Every kind of page under axe-core, light and dark, and on the narrowest phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.log import store
from games.receipts.codes import last_code
from tests.journeys.test_a_day import account
from tests.journeys.test_on_a_phone import a_busy_tournament
from tests.journeys.walkers import WIDTH
from tournaments.tables.people import Office, Organisation
from tournaments.tables.rows import EntryRow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVENT = "/tournaments/open/"
NARROW = 320
ANYBODY = (
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/tiebreaks/",
    "/receipts/",
    "/receipts/{code}/",
    "/log/check/",
    "/rules/",
    "/rules/?board=1xo1/xo1o/1xo1&moves=cbbb",
    "/rules/?board=1xo1/xo1o/1xo1&tool=dead&change=suicide=allowed",
    "/rules/japanese/",
    "/help/",
    "/help/director/",
    "/help/api/",
    "/help/news/",
    "/help/recipes/",
    "/no/such/page/",
    "/organisations/{house}/",
    EVENT,
    *(EVENT + path for path in ("players/", "rounds/1/", "rounds/2/", "prizes/", "ratings/")),
    *(
        EVENT + path
        for path in ("tiebreaks/", "rounds/2/proof/", "embed/", "{game}", "{game}story/", "{why}")
    ),
)
OFFICERS = (
    "/account/",
    "/account/notices/",
    "/organisations/{house}/",
    "/organisations/{house}/members/",
    "/organisations/{house}/players/",
    *(EVENT + path for path in ("", "players/", "rounds/2/", "rounds/3/", "queue/", "desk/", "changes/")),
    *(EVENT + path for path in ("settings/", "system/", "limits/", "wishes/", "wishes/clubs/", "exports/")),
    *(EVENT + path for path in ("story/", "sheets/", "players/enter/", "registrations/")),
    *(EVENT + path for path in ("{game}claims/new/?kind=dead_stones", "{game}edit/", "{entry}edit/")),
)
SERIOUS = ("serious", "critical")


@pytest.fixture
def busy():
    game = a_busy_tournament()
    return {
        "game": f"games/{game.game_id}/",
        "house": Organisation.objects.get().slug,
        "why": f"rounds/2/why/{game.game_id}/",
        "entry": f"players/{EntryRow.objects.first().id}/",
        "code": last_code(store.read_all()),
    }


def faults(page, *rules):
    """What axe finds serious, with the first place of each, by all rules where none are named."""
    answer = Axe().run(page, options={"runOnly": list(rules)} if rules else None).response
    assert rules or len(answer["passes"]) > 5
    return sorted(
        f"{one['id']}: {one['nodes'][0]['target'][0]}"
        for one in answer["violations"]
        if one["impact"] in SERIOUS
    )


def examined(page, addresses, facts):
    """By address: the faults on a wide page, light and dark, and how far it reaches beyond a narrow one."""
    found = {}
    for address in addresses:
        answer = page.goto(address.format(**facts))
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        found[address] = faults(page)
        # A transition would still show some of the colours of the other scheme.
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        found[address] += [f"dark: {one}" for one in faults(page, "color-contrast")]
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        if answer.status != (404 if "/no/" in address else 200):
            found[address].append(f"status {answer.status}")
        page.set_viewport_size({"width": NARROW, "height": 640})
        if (width := page.evaluate(WIDTH)) > NARROW:
            found[address].append(f"{width} px wide")
        page.set_viewport_size({"width": 1280, "height": 800})
    return {address: said for address, said in found.items() if said}


def test_what_everybody_sees(browser, live_server, busy):
    context = browser.new_context(base_url=live_server.url)
    found = examined(context.new_page(), ANYBODY, busy)
    context.close()
    assert found == {}


def test_what_an_owner_sees(browser, live_server, busy):
    account("director", Office.OWNER)
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=login]", "director")
    page.fill("input[name=password]", "nine-stones-and-a-bowl")
    page.click("main button[type=submit]")
    found = examined(page, OFFICERS, busy)
    context.close()
    assert found == {}
