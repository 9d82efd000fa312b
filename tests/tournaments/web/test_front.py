"""A tournament's page: how far it is, what the desk announces, the podium, the details."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.tables.screens import HallNotes
from tournaments.web.overview.standings import time_in_words
from tournaments.wording.dates import moment

pytestmark = pytest.mark.django_db
PODIUM = '<ol class="podium"'


@pytest.fixture
def row():
    return a_tournament(players=4, rounds=2)


def page(query=""):
    return visitors("public")[0].open(f"/tournaments/open/{query}")


def test_it_says_when_the_next_round_begins_and_what_the_desk_announces(row):
    pair(row, 1)
    begins = timezone.now() + timedelta(hours=1)
    notes = {"begins_at": begins, "announcement": "Lunch at noon\n<in the hall>"}
    HallNotes.objects.create(pk=row.pk, organisation_id=row.organisation_id, **notes)
    text = page().text
    assert "Round 1 of 2 is being played" in text
    assert "0 of 2 results in" in text
    assert f"Round 1 begins: {moment(begins)}" in text
    assert "Lunch at noon" in text
    assert "&lt;in the hall&gt;" in page().html


def test_the_podium_comes_when_all_results_are_in(row):
    for number in (1, 2):
        pair(row, number)
        assert PODIUM not in page().html
        finish(row, number)
    assert PODIUM in page().html
    assert PODIUM not in page("?round=1").html
    assert PODIUM not in page("?q=nobody").html


def test_results_are_counted_of_the_last_round(row):
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    assert "0 of 2 results in" in page().text


def test_details_say_system_rules_and_komi(row):
    text = page().text
    assert "McMahon, 2 rounds" in text
    assert "komi 6.5" in text
    assert "<dt>Fee" not in page().html  # nothing is known of one


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (TimeSystem(basic=0, overtime=Overtime.NONE), ""),
        (TimeSystem(basic=45, overtime=Overtime.NONE), "45 minutes"),
        (
            TimeSystem(basic=60, overtime=Overtime.BYOYOMI, seconds=30, moves=5),
            "60 minutes, then 5 times 30 seconds",
        ),
        (
            TimeSystem(basic=60, overtime=Overtime.CANADIAN, seconds=300, moves=15),
            "60 minutes, then 15 moves in each 300 seconds",
        ),
        (
            TimeSystem(basic=30, overtime=Overtime.FISCHER, seconds=10),
            "30 minutes and 10 seconds for each move",
        ),
    ],
)
def test_time_limits_in_words(time, words):
    assert time_in_words(time) == words
