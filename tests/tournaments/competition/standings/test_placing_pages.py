"""Pages of tie-breaks: the list, the preview of another list, and the change."""

import pytest

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.standings import CRITERIA
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
PLACING = "/tournaments/open/tiebreaks/"


@pytest.fixture(scope="module")
def row(lasting_db):
    row = a_tournament(players=8, bar=-20, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    return row


def criteria():
    return settings_of(TournamentRow.objects.get()).criteria


def test_public_page_shows_criteria_without_preview(row):
    (public,) = visitors("public")
    assert PLACING in public.open("/tournaments/open/").html
    assert CRITERIA["SOSM"].formula in public.open(PLACING).text
    assert "Who would change places" not in public.open(f"{PLACING}?criteria=MMS").text


def test_director_previews_and_changes_criteria(row):
    (director,) = visitors("director")
    page = director.open(f"{PLACING}?criteria=MMS+rating")
    assert "Who would change places" in page.text
    assert "ahead on RATING" in page.text
    assert criteria() == ("MMS", "SOSM")
    director.press("Use these tie-breaks")  # without a reason
    assert criteria() == ("MMS", "SOSM")
    director.press("Use these tie-breaks", reason="voted")
    assert criteria() == ("MMS", "RATING")


def test_offers_no_change_for_an_invalid_list(row):
    (director,) = visitors("director")
    for query in ("criteria=LUCK", "criteria=", "criteria=MMS&draw_seed=x", "criteria=" + "MMS," * 90):
        assert "Use these tie-breaks" not in director.open(f"{PLACING}?{query}").text, query
