"""Screens of the hall: what they show to whom, how they turn their pages, with and without a script."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import a_context, a_tournament, an_account, do, finish, pair
from tests.tournaments.web.visitor import Page
from tournaments.commands import PairRound, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.hall import MOST_LINES
from tournaments.reading.queries import entry_names
from tournaments.reading.versions import version_of
from tournaments.tables.rows import PairingRow
from tournaments.tables.screens import HallNotes

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


def test_pairings_show_the_winner_in_bold():
    row = a_tournament(players=6, rounds=3)
    pair(row, 1)
    html = seen("pairings").content.decode()
    assert "<td><strong>" not in html
    assert "0 of 3 results in" in html
    first, second, _ = PairingRow.objects.filter(tournament=row).order_by("table")
    names = entry_names(row)
    for game, winner in ((first, Winner.WHITE), (second, Winner.BLACK)):
        do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=winner)))
    bold = re.findall("<strong>(.*?) [0-9]+[dk]</strong>", seen("pairings").content.decode())
    assert bold == [str(names[str(first.white_id)]), str(names[str(second.black_id)])]


def test_pairings_show_handicaps_and_byes():
    row = a_tournament(players=3, rounds=3)
    pair(row, 1)
    game = PairingRow.objects.get(tournament=row)
    PairingRow.objects.filter(pk=game.pk).update(handicap=3)
    (table, white, black, stones, result), (_, bye, word, *_rest) = rows(seen("pairings"))
    assert (table, stones, result, word) == ("1", "3", "", "Bye")
    assert len({white.rsplit(" ", 1)[0], black.rsplit(" ", 1)[0], bye}) == 3


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


@pytest.fixture
def desk(row):
    desk = Client()
    desk.force_login(an_account("desk", "desk"))
    return desk


def written(desk, **notes):
    form = next(form for form in Page(desk.get(SCREENS)).forms if form.action.endswith("/notes/"))
    return desk.post(form.action, {**form.fields, **notes})


def test_what_the_desk_writes_is_on_the_screens_and_open_ones_learn_of_it(row, desk):
    before = version_of(row)
    answer = written(desk, announcement="Lunch <until> 2\r\nThen <b>", sponsor="Tea by Oolong & Co")
    assert answer.status_code == 302
    assert version_of(row) != before
    assert "Lunch &lt;until&gt; 2<br>Then &lt;b&gt;" in seen("announcement").content.decode()
    assert "Tea by Oolong &amp; Co" in seen("standings").content.decode()
    assert 'class="said long"' not in seen("announcement").content.decode()
    written(desk, announcement="x" * 500)
    assert 'class="said long"' in seen("announcement").content.decode()
    assert "Tea by Oolong" in seen("standings").content.decode()


def test_the_next_round_is_counted_down_by_the_clocks_of_the_tournament(row, desk):
    row.poster = {**row.poster, "time_zone": "Asia/Tokyo"}
    row.save()
    at = (timezone.now() + timedelta(hours=9, minutes=20)).replace(second=0, microsecond=0)  # there
    written(desk, begins_at=f"{at:%Y-%m-%dT%H:%M}")
    assert HallNotes.objects.get().begins_at == at - timedelta(hours=9)
    page = seen("countdown").content.decode()
    assert f"Round 1 begins at {at:%H:%M}" in page
    assert re.search(r'<time datetime="[^"]*\+09:00" data-over="now">(19|20):\d\d</time>', page)
    finish(row, 1)
    assert "Round 2 begins at" in seen("countdown").content.decode()


NO_NOTES = [
    {"announcement": "x" * 501},
    {"announcement": "\n".join("x" * (MOST_LINES + 1))},
    {"announcement": "a\u202eb"},
    {"sponsor": "x" * 121},
    {"begins_at": "at noon"},
]


def test_what_does_not_fit_is_said_and_not_stored(row, desk):
    for notes in NO_NOTES:
        answer = written(desk, **notes)
        assert (answer.status_code, HallNotes.objects.filter(version__gt=0).exists()) == (422, False)
        assert 'class="alarm"' in answer.content.decode()


def test_of_two_who_write_at_once_the_second_sees_the_first(row, desk):
    form = next(form for form in Page(desk.get(SCREENS)).forms if form.action.endswith("/notes/"))
    written(desk, announcement="first")
    second = desk.post(form.action, {**form.fields, "announcement": "second"})
    assert second.status_code == 422
    assert "Another user changed this meanwhile." in Page(second).text
    assert HallNotes.objects.get().announcement == "first"
