"""The page of rating changes of a tournament."""

import re

import pytest

from tests.builders import a_tournament, do, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.tournament import ChangeDetails
from tournaments.state.tournament import Details
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/open/ratings/"
TO = "\N{EN DASH}"
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(scope="module")
def row(lasting_db):
    return a_tournament(players=2, finished=1)


@pytest.fixture
def page():
    (public,) = visitors("public")
    return lambda: public.open(PAGE).text


def test_page_explains_every_game(row, page):
    do(row, ChangeDetails(details=Details(name="Open", time_class="A")))
    told = page()
    assert "2504.611" in told
    assert "1 x con 9.19 x (1 - 0.500) = 4.595, bonus 0.016." in told


def test_page_lists_unrated_games(row, page):
    pair(row, 2)
    game = PairingRow.objects.get(round=2)
    default = Result(winner=Winner.WHITE, by_default=True)
    do(row, RecordResult(game_id=str(game.game_id), result=default))
    assert "by default" in page().split("Not rated")[1]


def test_long_list_has_pages_of_a_hundred_lines_and_a_search():
    row, long = a_tournament(players=103, slug="long"), PAGE.replace("open", "long")
    (public,) = visitors("public")
    listed, address, lines = [], long, re.compile(r'<tr id="e([^"]+)"')
    for said in (f"101{TO}103", ""):
        page = public.open(address)
        listed.append(lines.findall(page.html))
        assert re.findall(rf'aria-current="page">(\d+){TO}', page.html) == [str(100 * len(listed) - 99)]
        address = next((to for text, to in page.links if text == said), "")
    assert list(map(len, listed)) == [100, 3]
    assert {one for part in listed for one in part} == set(
        EntryRow.objects.filter(tournament=row).values_list("pk", flat=True)
    )
    found = public.open(f"{long}?q=player0100")
    assert lines.findall(found.html) == [EntryRow.objects.get(tournament=row, number=101).pk]
    assert f"101{TO}103" not in found.text
    assert "No player was found." in public.open(f"{long}?q=nobody-of-them").text
    assert public.open(f"{long}?after={NOBODY}").status == 404
