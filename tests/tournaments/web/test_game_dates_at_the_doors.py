"""The date of a game that is put off: by a form, over REST, in the schedule and the exports, in rows."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.test import Client
from django.utils import timezone

from games.log import folding, rebuilding
from tests.builders import an_account, finish
from tests.tournaments.competition.schedules.hall import an_event, do, fresh, pair, pairs, state
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.history import Result, Winner
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.results import RecordResult
from tournaments.web.overview.progress import concerns
from tournaments.wording.dates import day as written

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}
ROUND = "/tournaments/open/rounds/1/"


def day(days):
    return (timezone.localdate() + timedelta(days=days)).isoformat()


def a_director():
    client = Client()
    client.force_login(an_account("dora", "director"))
    return client


def test_by_a_form_and_with_undo():
    row = an_event("round_robin", 4, dates=("2026-11-21", "2026-11-28", "2026-12-05"))
    pair(row, 1)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open(ROUND)
    assert "2 of 2 results missing" in visitor.page.text
    visitor.press("Set the date", date=day(7), time="19:30")
    assert f"postponed to {written(day(7))}, 19:30" in visitor.page.text
    assert "1 of 2 results missing: table 2 · 1 postponed" in visitor.page.text
    visitor.press("Set the date", date="soon")
    assert "Date: a day like 2026-11-28" in visitor.page.text
    assert pairs(row, 1)[0].date == day(7)
    do(row, RecordResult(game_id=pairs(row, 1)[1].game_id, result=Result(winner=Winner.WHITE)))
    assert "All 1 results are in · 1 postponed" in visitor.open(ROUND).text
    visitor.open("/tournaments/open/story/")
    assert f"(round 1, table 1) is postponed to {day(7)}, 19:30." in visitor.page.text
    do(row, SetGameDate(game_id=pairs(row, 1)[0].game_id, date=day(9)))
    visitor.open("/tournaments/open/story/")
    visitor.press("Undo", reason="the wrong day")
    assert (pairs(row, 1)[0].date, pairs(row, 1)[0].time) == (day(7), "19:30")


def test_over_rest_and_in_exports():
    row = an_event("swiss", 4, rounds=3)
    pair(row, 1)
    client, game = a_director(), pairs(row, 1)[0].game_id
    address = f"/api/v1/games/{game}/date/"
    body = client.put(address, {"date": "2026-11-28", "time": "10:00"}, **SEND).json()
    assert (body["date"], body["time"]) == ("2026-11-28", "10:00")
    no = client.put(address, {"date": "28/11"}, **SEND)
    assert (no.status_code, no.json()["code"], no.json()["errors"][0]["place"]) == (
        422,
        "invalid_pairing",
        "date",
    )
    read = "".join(part.decode() for part in client.get(f"{API}exports/json/").streaming_content)
    (exported, other) = json.loads(read)["rounds"][0]["pairs"]
    assert (exported["date"], exported["time"], other["date"]) == ("2026-11-28", "10:00", "")
    sheet = client.get(f"{API}exports/results/").content.decode("utf-8-sig")
    assert [line["date"] for line in csv.DictReader(StringIO(sheet))] == ["2026-11-28 10:00", ""]
    folding.clear_cache()
    assert [table.name for table in rebuilding.rebuild(check=True) if not table.same] == []
    assert client.delete(address, **SEND).json()["date"] is None
    sheet = client.get(f"{API}exports/results/").content.decode("utf-8-sig")
    assert "date" not in csv.DictReader(StringIO(sheet)).fieldnames


def test_the_next_round_is_paired_without_a_warning_until_its_day_is_over():
    row = an_event("league", 4, rounds=3)
    pair(row, 1)
    game = pairs(row, 1)[0].game_id
    do(row, SetGameDate(game_id=game, date=day(7)))
    assert concerns(fresh(row), 2).missing == ((1, 1),)
    do(row, SetGameDate(game_id=pairs(row, 1)[1].game_id, date=day(0)))
    assert not concerns(fresh(row), 2)
    do(row, SetGameDate(game_id=game, date=day(-1)))
    assert concerns(fresh(row), 2).missing == ((1, 1),)
    finish(row, 1)
    assert not concerns(fresh(row), 2)
    assert state(row).round(1).by_table()[0].date == day(-1)


def test_a_closing_that_is_refused_says_which_tables_wait():
    row = an_event("league", 4, rounds=3)
    pair(row, 1)
    do(row, SetGameDate(game_id=pairs(row, 1)[0].game_id, date=day(7)))
    body = a_director().patch(f"{API}rounds/1/", {"closed": True}, **SEND).json()
    assert (body["code"], body["tables"], body["put_off"]) == ("round_unfinished", [1, 2], [1])
