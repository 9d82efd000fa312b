"""The list of tournaments: what is played now comes first, and each says how far it is."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import a_tournament, do, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.tables.screens import HallNotes
from tournaments.wording.dates import moment

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
    assert "Round 1 of 2 is finished" in home().text
    pair(row, 2)
    RoundRow.objects.filter(tournament=row, number=2).update(published=False)
    assert "Round 1 of 2 is finished" in home().text  # what is not published is not told
    RoundRow.objects.filter(tournament=row, number=2).update(published=True)
    assert "Round 2 of 2 is being played" in home().text
    finish(row, 2)
    assert "finished" in home().text


def test_tournaments_stand_under_now_soon_and_finished():
    for slug, day in (("soon", "2980-01-01"), ("now", TODAY), ("old", "2001-01-01")):
        dated(slug, day)
    html = home().html
    parts = [html.index(word) for word in ("<h2>Now", "/now/", "<h2>Soon", "/soon/", "<h2>Finished", "/old/")]
    assert parts == sorted(parts)


def test_each_says_how_many_results_are_in_and_when_the_next_round_begins():
    row = dated("open", TODAY)
    pair(row, 1)
    first, _ = PairingRow.objects.filter(tournament=row).order_by("table")
    do(row, RecordResult(game_id=str(first.game_id), result=Result(winner=Winner.BLACK)))
    begins = timezone.now() + timedelta(hours=1)
    HallNotes.objects.create(pk=row.pk, organisation_id=row.organisation_id, begins_at=begins)
    assert "1 of 2 results in" in home().text
    assert f"Round 2 begins: {moment(begins)}" in home().text
    HallNotes.objects.update(begins_at=timezone.now() - timedelta(hours=1))
    assert "Round 2 begins" not in home().text


def test_tournaments_are_found_by_name_and_place():
    for slug, name, place in (("a", "Lake Cup", "Oslo"), ("b", "Hill Cup", "Bergen")):
        row = dated(slug, TODAY)
        TournamentRow.objects.filter(pk=row.pk).update(name=name, place=place)
    (public,) = visitors("public")
    assert LINKS.findall(public.open("/?q=lake").html) == ["a"]
    assert LINKS.findall(public.open("/?q=Bergen").html) == ["b"]
    assert "No tournament with this name or place was found." in public.open("/?q=moon").text
