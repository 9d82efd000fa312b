"""Standings after any round and at any position of the log: on the page, over REST, by command."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.log import store
from tests.builders import a_tournament, do, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
REST, PAGE = "/api/v1/tournaments/open/standings/", "/tournaments/open/"


@pytest.fixture(scope="module")
def row(lasting_db):
    row = a_tournament(players=6, bar=-20, finished=2)
    pair(row, 3)
    return row


def corrected(row):
    """A result of round 1 is another; the position of the log before that."""
    before = store.head()
    game = PairingRow.objects.filter(tournament=row, round=1).first()
    other = Result(winner=Winner.WHITE)
    do(row, RecordResult(game_id=str(game.game_id), result=other, reason="seen"))
    return before


def places(body):
    return [(line["place"], line["key"], line["scores"]) for line in body["results"]]


def ran(*words):
    output = StringIO()
    call_command("standings", "open", "--json", *words, stdout=output, stderr=StringIO())
    return json.loads(output.getvalue())


def test_past_standings_equal_those_of_that_time(row, api):
    then = {number: api.get(REST, {"round": number}).json() for number in range(4)}
    position = corrected(row)
    finish(row, 3)
    for number, before in then.items():
        told = api.get(REST, {"round": number, "at": position}).json()
        assert (told["at"], places(told)) == (position, places(before))
        assert number == 0 or places(api.get(REST, {"round": number}).json()) != places(before)
    assert places(ran("--round", "2", "--at", str(position))) == places(then[2])


def test_page_selects_a_past_time(row):
    position = corrected(row)
    (public,) = visitors("public")
    public.open(f"{PAGE}?round=2")
    page = public.press("Show", at=str(position))
    assert f"at log position {position}" in page.text
    assert f"since={position}&amp;round=2" in page.html


def test_unknown_time_is_not_found(row, client):
    for at in ("yesterday", "-1", "9" * 20, "2026-13-01", "2020-01-01"):
        assert client.get(PAGE, {"at": at}).status_code == 404, at


def test_page_lists_changes_of_places(row):
    position = corrected(row)
    (public,) = visitors("public")
    assert "→" in public.open(f"{PAGE}changes/?since={position}&round=2").text
