"""Lists of tournaments by pages, which together are the whole list in its order."""

from uuid import uuid4

import pytest

from tests.builders import an_organisation
from tests.tournaments.web.disputed import visitors
from tournaments.reading.paging import newest_page, soonest_page
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
DAYS = ("", "2020-01-04", "2020-01-04", "2020-01-04", "2021-05-01", "2021-05-02", "2999-01-01", "2999-01-02")


def rows(days, *, archived=False):
    house = an_organisation()
    made = [
        TournamentRow(
            id=uuid4(),
            organisation_id=house.id,
            slug=f"{'past' if archived else 'cup'}-{place}",
            name=f"{'Past' if archived else 'Cup'} {place}",
            begins=day,
            rounds=3,
            settings={},
            published=True,
            archived=archived,
            version=1,
        )
        for place, day in enumerate(days)
    ]
    TournamentRow.objects.bulk_create(made)


def walked(turn, most):
    found, after = [], ""
    while True:
        page = turn(TournamentRow.objects.all(), after, most)
        found += [row.slug for row in page.rows]
        after = page.further
        if not after:
            return found


@pytest.mark.parametrize("most", [1, 3, 8])
def test_pages_make_up_the_list(most):
    rows(DAYS)
    whole = list(TournamentRow.objects.order_by("-begins", "slug").values_list("slug", flat=True))
    assert walked(newest_page, most) == whole
    assert walked(soonest_page, most) == whole[::-1]


def test_page_reads_no_settings(django_assert_num_queries):
    rows(DAYS)
    with django_assert_num_queries(1):
        page = newest_page(TournamentRow.objects.all())
    assert {"settings", "poster"} <= page.rows[0].get_deferred_fields()


def shown(page):
    return page.html.count('<li><a href="/tournaments/')


def test_home_page_links_pages_in_both_directions():
    rows([f"20{year:02}-03-01" for year in range(20)] * 6 + [f"29{year:02}-03-01" for year in range(50)])
    visitor = visitors("public")[0]
    assert shown(visitor.open("/")) == 30 + 10
    begun = coming = 0
    while "Earlier tournaments" in visitor.page.text:
        begun += shown(visitor.follow("Earlier tournaments"))
    visitor.open("/")
    while "Later tournaments" in visitor.page.text:
        coming += shown(visitor.follow("Later tournaments"))
    assert (begun, coming) == (120 - 30, 50 - 10)


@pytest.mark.parametrize("place", ["x", "~", "2020-01-04", "2020-01-04~cup-2~", "9" * 300])
def test_unknown_line_gives_a_page(place):
    rows(DAYS)
    for way in ("before", "after"):
        assert visitors("public")[0].open(f"/?{way}={place}").status == 200


def test_organisation_links_pages_of_list_and_archive():
    rows(["2020-01-01"] * 120)
    rows(["2010-01-01"] * 70, archived=True)
    visitor = visitors("public")[0]
    page = visitor.open("/organisations/home/")
    assert page.html.count("<strong>Cup ") == page.html.count(">Past ") == 50
    assert "Archive (50+)" in page.text
    page = visitor.open("/organisations/home/?before=2020-01-01~cup-98")
    assert page.html.count("<strong>Cup ") == 1  # cup-99 comes last in the order of slugs
    page = visitor.open("/organisations/home/?archived=2010-01-01~past-53")
    assert "Archive (" in page.text
    assert page.html.count(">Past ") == 70 - 1 - sorted(f"past-{n}" for n in range(70)).index("past-53")
