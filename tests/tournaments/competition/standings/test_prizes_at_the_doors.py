"""Prizes over REST, as CSV, on the page and on the command line."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from tests.builders import a_tournament, an_account, do, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.domain.entries import ChangeEntry
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
PRIZES = "/api/v1/tournaments/open/prizes/"
PAGE = "/tournaments/open/prizes/"


@pytest.fixture(scope="module")
def row(lasting_db):
    """Eight players, 4d to 1d; two of the weakest pair are women born in 2010; one round is played."""
    row = a_tournament(players=8, bar=-20, categories=(2,), finished=1)
    weakest = EntryRow.objects.filter(tournament=row).order_by("rank")[:2].values("player_id")
    Player.objects.filter(id__in=weakest).update(birth_year=2010, woman=True)
    return row


@pytest.fixture
def referee():
    client = APIClient()
    client.force_authenticate(an_account("a-referee", "referee"))
    return client


def by_name(response):
    assert response.status_code == 200, response.content
    return {prize["name"]: prize for prize in response.json()["prizes"]}


def ran(*words):
    output = StringIO()
    call_command("prizes", *words, stdout=output, stderr=StringIO())
    return output.getvalue()


def test_views_have_names_and_rules(row, referee):
    told = by_name(referee.get(PRIZES))
    names = [
        "places",
        "category-1",
        "category-2",
        "best-kyu",
        "youth",
        "women",
        "club",
        "country",
        "greatest-rise",
    ]
    assert list(told) == names
    assert all(prize["rule"] and prize["title"] for prize in told.values())
    assert len(told["women"]["lines"]) == 2
    assert len(told["youth"]["lines"]) == 2
    assert told["youth"]["missing"] == "6 of 8 players have no birth year."
    assert told["country"]["lines"][0]["team"] == "NL"
    assert len(told["country"]["lines"][0]["players"]) == 3
    assert told["greatest-rise"]["lines"][0]["by"].startswith("up ")
    assert told["best-kyu"]["lines"] == []


def test_personal_prizes_are_hidden_from_the_public(row, api):
    told = by_name(api.get(PRIZES))
    for name, prize in told.items():
        assert prize["hidden"] == (name in ("women", "youth"))
        assert not (prize["hidden"] and (prize["lines"] or prize["missing"]))
    names = {one["name"] for prize in told.values() for line in prize["lines"] for one in line["players"]}
    assert names


def test_number_of_prizes_and_age_can_be_chosen(row, referee):
    told = by_name(referee.get(PRIZES, {"first": 1, "youth": 10, "round": 1}))
    assert told["youth"]["lines"] == []
    assert {line["place"] for line in told["category-1"]["lines"]} == {1}


def test_rejects_invalid_numbers(row, api, client):
    for query in ("first=0", "first=100", "youth=x", "round=41", "round=-1"):
        assert api.get(f"{PRIZES}?{query}").json()["code"] == "invalid", query
        assert api.get(f"{PRIZES.removesuffix('/')}.csv?{query}").json()["code"] == "invalid", query
    for query in ("first=x", "youth=1000", "round=9"):
        assert client.get(f"{PAGE}?{query}").status_code == 404, query


def test_unpublished_round_has_no_prizes(row, api):
    assert api.get(PRIZES, {"round": 2}).status_code == 404


def test_group_has_separate_prizes(referee):
    row = a_tournament(players=8, slug="groups")
    of_groups = "/api/v1/tournaments/groups/prizes/"
    for number, entry in enumerate(EntryRow.objects.filter(tournament=row).order_by("number")):
        group = ChangeEntry(entry_id=str(entry.id), group="AB"[number // 4])
        do(row, group)
    pair(row, 1)
    finish(row, 1)
    body = referee.get(of_groups, {"group": "B"}).json()
    assert (body["everybody"], body["group"], body["groups"]) == (False, "B", ["A", "B"])
    own = {str(id_) for id_ in EntryRow.objects.filter(group="B").values_list("id", flat=True)}
    (country,) = (prize for prize in body["prizes"] if prize["name"] == "country")
    assert {one["entry"] for line in country["lines"] for one in line["players"]} <= own
    assert country["lines"][0]["by"].startswith("1 + ")
    assert referee.get(of_groups, {"group": "C"}).status_code == 404


def test_csv_equals_the_json(row, referee):
    response = referee.get(f"{PRIZES.removesuffix('/')}.csv")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"), newline="")))
    told = [
        (prize["title"], str(line["place"]), one["name"], line["by"])
        for prize in by_name(referee.get(PRIZES)).values()
        for line in prize["lines"]
        for one in line["players"]
    ]
    assert [(cells["prize"], cells["place"], cells["name"], cells["by"]) for cells in rows] == told


@pytest.mark.parametrize(
    ("name", "cell"),
    [("=1+1", "'=1+1"), ("\uff1d1+1", "'\uff1d1+1"), ("Foo;=1+1;", "Foo;'=1+1;")],
)
def test_no_cell_is_computed(row, referee, name, cell):
    Player.objects.update(family_name=name, given_name="")
    table = referee.get(f"{PRIZES.removesuffix('/')}.csv").content.decode("utf-8-sig")
    assert {cells["name"] for cells in csv.DictReader(StringIO(table, newline=""))} == {cell}


def test_command_prints_the_same_as_rest(row, referee):
    assert json.loads(ran("open", "--json")) == referee.get(PRIZES).json()
    with pytest.raises(CommandError, match="no such round"):
        ran("open", "--round", "9")


def test_page_shows_what_its_reader_may_see(row):
    public, director = visitors("public", "director")
    page = public.open(PAGE).text
    assert "Greatest rise" in page
    assert "officers of the tournament see it" in page
    told = director.open(f"{PAGE}?first=1&youth=30").text
    assert "officers of the tournament see it" not in told
    assert "6 of 8 players have no birth year." in told
    assert "under 30" in told


@pytest.mark.parametrize("players", [4, 40])
def test_prizes_take_a_constant_number_of_queries(players, api, django_assert_num_queries):
    a_tournament(players=players, slug="many", finished=1)
    with django_assert_num_queries(5):
        api.get("/api/v1/tournaments/many/prizes/")
