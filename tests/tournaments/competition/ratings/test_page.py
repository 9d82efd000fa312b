"""What a tournament does to ratings, on its page."""

import re

import pytest

from tests.builders import a_context, a_tournament, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.deciding.results import RecordResult
from tournaments.deciding.setting_up import ChangeDetails
from tournaments.events.setting_up import Details
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
PAGE = "/tournaments/open/ratings/"
TO = "\N{EN DASH}"
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def row():
    return a_tournament(players=2, finished=1)


@pytest.fixture
def page():
    (public,) = visitors("public")
    return lambda: public.open(PAGE).text


def poster(row, **told):
    carry_out(str(row.id), ChangeDetails(details=Details(name="Open", **told)), a_context())


def test_standings_lead_to_it(row):
    (public,) = visitors("public")
    assert PAGE in public.open("/tournaments/open/").html


def test_every_game_is_explained(row, page):
    poster(row, time_class="A")
    told = page()
    assert "Class A, weight 1, as the director says." in told
    assert "2504.611" in told
    assert "\N{MINUS SIGN}" in told
    assert "-4" not in told
    assert "Round 1: won against" in told
    assert "1 x con 9.19 x (1 - 0.500) = 4.595, bonus 0.016." in told


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, "Class A, weight 1: assumed, since the time of the games is not stated."),
        ({"time": TimeSystem(basic=40, overtime=Overtime.FISCHER, seconds=20)}, "weight 0.75, by the time"),
        ({"time": TimeSystem(basic=5, overtime=Overtime.NONE)}, "No game is rated: there is less time"),
        ({"time_class": "-"}, "No game is rated: the director says so."),
    ],
)
def test_the_class_is_said_and_how_it_is_known(row, page, told, words):
    poster(row, **told)
    assert words in page()


def test_games_that_are_not_rated_are_listed(row, page):
    pair(row, 2)
    game = PairingRow.objects.get(round=2)
    default = Result(winner=Winner.WHITE, by_default=True)
    carry_out(str(row.id), RecordResult(game_id=str(game.game_id), result=default), a_context())
    assert "by default" in page().split("Not rated")[1]


def test_a_long_list_is_read_a_hundred_lines_at_a_time_and_searched():
    row = a_tournament(players=203)
    (public,) = visitors("public")
    listed, address, lines = [], PAGE, re.compile(r'<tr id="e([^"]+)"')
    for said in (f"101{TO}200", f"201{TO}203", ""):
        page = public.open(address)
        listed.append(lines.findall(page.html))
        assert re.findall(rf'aria-current="page">(\d+){TO}', page.html) == [str(100 * len(listed) - 99)]
        address = next((PAGE + to for text, to in page.links if text == said), "")
    assert list(map(len, listed)) == [100, 100, 3]
    assert {one for part in listed for one in part} == set(
        EntryRow.objects.filter(tournament=row).values_list("pk", flat=True)
    )
    found = public.open(f"{PAGE}?q=player0150")
    assert lines.findall(found.html) == [EntryRow.objects.get(number=151).pk]
    assert f"101{TO}200" not in found.text
    assert "Nobody is found." in public.open(f"{PAGE}?q=nobody-of-them").text
    assert public.open(f"{PAGE}?after={NOBODY}").status == 404


def test_a_short_list_is_one_page(row):
    (public,) = visitors("public")
    page = public.open(PAGE)
    assert "?after=" not in page.html
    assert 'name="q"' not in page.html
