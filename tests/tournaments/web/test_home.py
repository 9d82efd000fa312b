"""The list of tournaments: what is played now comes first, and each says how far it is."""

import re

import pytest
from django.utils import timezone

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.tables.rows import RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate().isoformat()
LINKS = re.compile(r'<li><a href="/tournaments/([^/]+)/">')


def dated(slug, begins, ends=""):
    row = a_tournament(players=4, slug=slug, rounds=2)
    TournamentRow.objects.filter(pk=row.pk).update(begins=begins, ends=ends or begins)
    return row


def home():
    return visitors("public")[0].open("/")


def test_what_is_played_now_comes_first_then_what_comes_soonest_then_the_past():
    for slug, day in (
        ("next-year", "2990-01-01"),
        ("soon", "2980-01-01"),
        ("now", TODAY),
        ("old", "2001-01-01"),
    ):
        dated(slug, day)
    dated("older", "2000-01-01")
    assert LINKS.findall(home().html) == ["now", "soon", "next-year", "old", "older"]


def test_each_says_which_round_is_played_and_that_it_is_finished():
    row = dated("open", TODAY)
    assert "Round" not in home().text
    pair(row, 1)
    assert "Round 1 of 2 is being played" in home().text
    assert "/tournaments/open/rounds/1/" in home().html
    finish(row, 1)
    assert "Round 1 of 2 is played" in home().text
    pair(row, 2)
    RoundRow.objects.filter(tournament=row, number=2).update(published=False)
    assert "Round 1 of 2 is played" in home().text  # what is not published is not told
    RoundRow.objects.filter(tournament=row, number=2).update(published=True)
    assert "Round 2 of 2 is being played" in home().text
    finish(row, 2)
    assert "finished" in home().text
