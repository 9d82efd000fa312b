"""Standings after any round and at any position of the log: on the page, over REST, by command."""

import json
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command

from games.log import store
from tests.builders import a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import RecordResult
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
REST, PAGE = "/api/v1/tournaments/open/standings/", "/tournaments/open/"


@pytest.fixture
def row():
    row = a_tournament(players=6, bar=-20, finished=2)
    pair(row, 3)
    return row


def corrected(row):
    """A result of round 1 is another; the position of the log before that."""
    before = store.head()
    game = PairingRow.objects.filter(tournament=row, round=1).first()
    other = Result(winner=Winner.WHITE)
    carry_out(str(row.id), RecordResult(game_id=str(game.game_id), result=other, reason="seen"), a_context())
    return before


def places(body):
    return [(line["place"], line["key"], line["scores"]) for line in body["rows"]]


def ran(*words):
    output = StringIO()
    call_command("standings", "open", "--json", *words, stdout=output, stderr=StringIO())
    return json.loads(output.getvalue())


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_every_round_at_a_position_is_what_it_was_then(row, api, number):
    then = api.get(REST, {"round": number}).json()
    position = corrected(row)
    finish(row, 3)
    told = api.get(REST, {"round": number, "at": position}).json()
    assert (told["at"], places(told)) == (position, places(then))
    command = ran("--round", str(number), "--at", str(position))
    assert places(command) == places(then)
    assert number == 0 or places(api.get(REST, {"round": number}).json()) != places(then)


def test_the_page_asks_for_a_moment_and_leads_back(row):
    position = corrected(row)
    (public,) = visitors("public")
    public.open(f"{PAGE}?round=2")
    page = public.press("Show", at=str(position))
    assert f"at log position {position}" in page.text
    assert f"since={position}&amp;round=2" in page.html


def test_a_moment_may_be_a_time(row):
    position = store.head()
    (public,) = visitors("public")
    public.open(PAGE)
    assert f"at log position {position}" in public.press("Show", at="2026-11-21T23:59Z").text


@pytest.mark.parametrize("at", ["yesterday", "-1", "9" * 20, "2026-13-01", "2020-01-01"])
def test_what_is_no_moment_of_it_is_not_found(row, client, at):
    assert client.get(PAGE, {"at": at}).status_code == 404


def test_who_moved_since_is_a_page(row):
    position = corrected(row)
    (public,) = visitors("public")
    assert "Changes in placing" in public.open(f"{PAGE}changes/?since={position}&round=2").text
    assert "→" in public.open(f"{PAGE}changes/?since={position}&round=2").text


def test_every_neighbour_has_a_reason_over_rest(row, api):
    lines = api.get(REST).json()["rows"]
    assert lines[0]["why"] == ""
    for above, line in pairwise(lines):
        level = line["why"].endswith("no criterion decides")
        assert level == (above["place"] == line["place"])
        assert level or "ahead on " in line["why"]
