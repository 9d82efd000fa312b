"""Screens of the hall: what they show to whom, how they turn their pages, with and without a script."""

import re

import pytest
from django.test import Client

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.web.visitor import Page
from tournaments.commands import PairRound, pair_round

pytestmark = pytest.mark.django_db
SCREENS = "/tournaments/open/screens/"


def seen(kind, client=None, **asked):
    return (client or Client()).get(f"{SCREENS}{kind}/", asked)


def rows(answer):
    return [re.findall(r"<td>(.*?)</td>", line) for line in answer.content.decode().split("<tr>")[2:]]


@pytest.fixture
def row():
    row = a_tournament(players=40, rounds=3)
    pair(row, 1)
    return row


def test_twenty_tables_are_two_pages_that_follow_each_other(row):
    first = seen("pairings")
    assert [line[0] for line in rows(first)] == [str(table) for table in range(1, 16)]
    assert "Page 1 of 2" in Page(first).text
    turned = re.search(r'refresh" content="12;url=(\?[^"]*)"', first.content.decode())[1].replace(
        "&amp;", "&"
    )
    second = Client().get(f"{SCREENS}pairings/{turned}")
    assert [line[0] for line in rows(second)] == ["16", "17", "18", "19", "20"]
    assert (
        'data-next="?show=pairings&amp;seconds=12&amp;size=normal&amp;at=0&amp;page=0"'
        in second.content.decode()
    )


def test_larger_type_has_fewer_lines(row):
    assert len(rows(seen("pairings", size="large"))) == 10


def test_by_name_everybody_is_there_once(row):
    names = [line[0] for page in range(3) for line in rows(seen("names", page=page))]
    assert (len(names), len(set(names)), names) == (40, 40, sorted(names))


def test_missing_results_go_one_by_one_and_all_are_in_at_last(row):
    assert "20 results are missing" in Page(seen("missing")).text
    finish(row, 1)
    assert "All results are in." in Page(seen("missing")).text


def test_a_rotation_shows_what_was_chosen_in_its_order(row):
    asked = {"show": "standings,missing", "seconds": 30}
    assert "Standings after round 0" in Page(seen("rotation", **asked)).text
    last = seen("rotation", **asked, page=2)
    assert 'data-seconds="30"' in last.content.decode()
    assert "at=1&amp;page=0" in last.content.decode()
    assert "results are missing" in Page(seen("rotation", **asked, at=1)).text


def test_what_is_not_published_is_on_no_screen_whoever_asks(row):
    finish(row, 1)
    pair_round(str(row.id), PairRound(round=2, seed=0), a_context())
    director = Client()
    director.force_login(an_account("anna", "director"))
    for kind in ("pairings", "names", "missing"):
        assert "Round 2" not in Page(seen(kind, director)).text
    assert seen("nonsense").status_code == 404


def test_a_hidden_tournament_has_no_screens():
    a_tournament(players=4, published=False)
    assert (seen("pairings").status_code, Client().get(SCREENS).status_code) == (404, 404)


def test_the_page_of_screens_makes_the_link_of_a_rotation(row):
    page = Client().get(SCREENS, {"show": ["names", "standings"], "seconds": "9", "size": "large"})
    assert "/screens/rotation/?show=names%2Cstandings&amp;seconds=9&amp;size=large" in page.content.decode()
    assert "seconds=12" in Client().get(SCREENS, {"seconds": "x"}).content.decode()
