"""Tie-breaks, who would move by another list, and the change, on pages."""

import pytest

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.standings import CRITERIA
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
PLACING = "/tournaments/open/tiebreaks/"


@pytest.fixture
def row():
    row = a_tournament(players=8, bar=-20, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    return row


def criteria():
    return settings_of(TournamentRow.objects.get()).criteria


def test_the_table_has_every_criterion(db):
    (public,) = visitors("public")
    page = public.open("/tiebreaks/").text
    assert all(name in page and one.formula[:20] in page for name, one in CRITERIA.items())
    assert all(one.compared in page for one in CRITERIA.values())
    assert "EGFDC" in page


def test_standings_lead_to_what_decides_them(row):
    (public,) = visitors("public")
    assert PLACING in public.open("/tournaments/open/").html
    page = public.open(PLACING).text
    assert CRITERIA["SOSM"].formula in page
    assert "See who would move" not in page


def test_a_level_row_says_so(row):
    (public,) = visitors("public")
    assert "no criterion decides." in public.open("/tournaments/open/").text
    assert "Level with " in public.open("/tournaments/open/").text


def test_the_public_tries_nothing(row):
    (public,) = visitors("public")
    assert "Who would change places" not in public.open(f"{PLACING}?criteria=MMS").text


def test_a_director_sees_who_would_move_and_changes_it(row):
    (director,) = visitors("director")
    page = director.open(f"{PLACING}?criteria=MMS+rating")
    assert "Who would change places" in page.text
    assert "ahead on RATING" in page.text
    assert criteria() == ("MMS", "SOSM")
    assert (
        "Places are decided by the new list."
        in director.press("Decide places by this list", reason="voted").text
    )
    assert criteria() == ("MMS", "RATING")


def test_without_a_reason_nothing_changes(row):
    (director,) = visitors("director")
    director.open(f"{PLACING}?criteria=MMS,RATING")
    assert "Give a reason" in director.press("Decide places by this list").text
    assert criteria() == ("MMS", "SOSM")


@pytest.mark.parametrize(
    "query", ["criteria=LUCK", "criteria=", "criteria=MMS&draw_seed=x", "criteria=" + "MMS," * 90]
)
def test_what_is_no_list_is_told(row, query):
    (director,) = visitors("director")
    page = director.open(f"{PLACING}?{query}")
    assert "Correct the named setting" in page.text or "criteri" in page.text
    assert "Decide places by this list" not in page.text


def test_a_list_that_moves_nobody_may_be_taken_too(row):
    (director,) = visitors("director")
    assert "Nobody would move." in director.open(f"{PLACING}?criteria=MMS,SOSM").text
