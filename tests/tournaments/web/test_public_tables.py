"""Standings, rounds and their data as the public sees them."""

import csv
import json
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_context, a_tournament, an_account
from tests.tournaments.web.visitor import Page
from tournaments.commands import PairRound, pair_round
from tournaments.reading.bodies import standings_body
from tournaments.tables.rows import EntryRow
from tournaments.web.overview.as_data import SHEETS

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"


@pytest.fixture
def row():
    return a_tournament(players=10, finished=3)


def table(response):
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"), newline="")))


def test_json_is_the_body_of_rest(row, client, api):
    for name in ("standings", "prizes", "ratings", "schedule"):
        data = json.loads(client.get(f"{EVENT}{name}.json").content)
        assert data == api.get(f"/api/v1{EVENT}{name}/").json(), name


def test_csv_has_a_line_a_row(row, client):
    body = standings_body(row)
    told = table(client.get(f"{EVENT}standings.csv"))
    assert [(line["place"], line["name"], line["rank"]) for line in told] == [
        (str(one["place"]), one["name"], one["rank"]) for one in body["results"]
    ]
    assert [[line[f"round {n}"] for n in (1, 2, 3)] for line in told] == [
        one["games"] for one in body["results"]
    ]
    assert [(line["line"], float(line["wins"])) for line in told] == [
        (str(number), one["wins"]) for number, one in enumerate(body["results"], start=1)
    ]
    games = table(client.get(f"{EVENT}rounds/2.csv"))
    assert [line["result"] for line in games] == ["black"] * 5
    assert len(table(client.get(f"{EVENT}players.csv"))) == 10


def test_a_round_that_is_hidden_is_hidden_as_data(row, client):
    pair_round(str(row.id), PairRound(round=4, seed=0), a_context())
    for form in ("json", "csv"):
        assert client.get(f"{EVENT}rounds/4.{form}").status_code in (302, 404)
        assert client.get(f"{EVENT}standings.{form}?round=4").status_code == 404
        client_of_director = Client()
        client_of_director.force_login(an_account(f"director-{form}", "director"))
        assert client_of_director.get(f"{EVENT}rounds/4.{form}").status_code == 200


def test_nothing_of_a_tournament_that_is_not_published(client):
    a_tournament(players=4, published=False)
    for name in SHEETS:
        for form in ("json", "csv"):
            assert client.get(reverse("web:data", args=("open", name, form))).status_code in (302, 404)


NOWHERE = ["standings.xml", "nothing.json", "rounds/9.json", "rounds/1.xml"]


def test_an_address_that_means_nothing(row, client):
    for address in NOWHERE:
        assert client.get(EVENT + address).status_code == 404


def test_places_stay_those_of_the_whole_when_few_are_shown(row, client):
    whole = standings_body(row)["results"]
    club = whole[3]["club"]
    page = client.get(EVENT, {"club": club})
    (shown,) = page.context["sections"]
    assert [(one["place"], one["name"]) for one in shown["results"]] == [
        (one["place"], one["name"]) for one in whole if one["club"] == club
    ]
    (found,) = client.get(EVENT, {"q": whole[4]["name"][:10]}).context["sections"][0]["results"]
    assert found["place"] == whole[4]["place"]
    assert "Nobody is found." in Page(client.get(EVENT, {"q": "zzz"})).text


def test_places_won_and_lost_are_those_since_the_round_before(row, client):
    before = {one["entry"]: one["place"] for one in standings_body(row, 2)["results"]}
    rows = client.get(EVENT).context["sections"][0]["results"]
    said = {one["entry"]: one["moved"] for one in rows}
    assert any(said.values())
    for one in rows:
        won = before[one["entry"]] - one["place"]
        assert said[one["entry"]] == ({"up": won > 0, "by": abs(won)} if won else {})


COUNTED = ["", "rounds/2/"]


def test_as_many_queries_however_many_play(client, django_assert_max_num_queries):
    a_tournament(players=40, finished=2)
    assert EntryRow.objects.count() == 40
    for page in COUNTED:
        client.get(EVENT + page)
        with django_assert_max_num_queries(18):
            client.get(EVENT + page)
