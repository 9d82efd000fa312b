"""Standings, rounds and their data as the public sees them."""

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import a_context, a_tournament, an_account, do, finish, pair
from tests.tournaments.web.visitor import Page
from tournaments.commands import PairRound, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import CloseRound
from tournaments.reading.bodies import places_are_shared, standings_body
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"
REST = f"/api/v1{EVENT}"
ASKED = "?round=3&first=3&youth=18"
PAGES = {
    "": ("standings.json", "standings.csv"),
    "?round=2": ("standings.json?round=2", "standings.csv?round=2"),
    "prizes/": (f"prizes.json{ASKED}", f"prizes.csv{ASKED}"),
    "ratings/": ("ratings.json", "ratings.csv"),
    "players/": ("entries.json?page_size=200", "entries.csv?page_size=200"),
    "?q=Player0001&category=1": (
        "standings.json?q=Player0001&category=1",
        "standings.csv?q=Player0001&category=1",
    ),
    "players/?q=Player0001": (
        "entries.json?page_size=200&q=Player0001",
        "entries.csv?page_size=200&q=Player0001",
    ),
    "rounds/2/?q=Player0001": (
        "rounds/2/pairings.json?page_size=200&q=Player0001",
        "rounds/2/pairings.csv?page_size=200&q=Player0001",
    ),
    "rounds/2/": ("rounds/2/pairings.json?page_size=200", "rounds/2.csv"),
}


@pytest.fixture
def row():
    return a_tournament(players=10, finished=3)


def table(response):
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"), newline="")))


def test_pages_link_to_their_tables_over_rest(row, client):
    """By the name that a table has there; of the round, its games as JSON and the whole as CSV."""
    for page, of_rest in PAGES.items():
        links = [link for _, link in Page(client.get(EVENT + page)).links if link.startswith(REST)]
        assert links == [f"{REST}{one}" for one in of_rest], page
        for link in links:
            assert client.get(link).status_code == 200, link


@pytest.mark.parametrize(
    ("said", "status"),
    [("99999", 200), ("2999-01-01", 200), ("soon", 404), ("2026-13-01", 404), ("9" * 30, 404)],
)
def test_standings_of_a_moment_are_not_found_for_another_text(row, client, said, status):
    assert client.get(EVENT, {"at": said}).status_code == status


def test_lines_are_numbered_only_where_players_share_a_place():
    row = a_tournament(players=2)
    assert places_are_shared(standings_body(row, 0))
    pair(row, 1)
    finish(row, 1)
    assert not places_are_shared(standings_body(row, 1))


def test_filtered_data_has_the_lines_of_the_filtered_page(row, client):
    first = EntryRow.objects.filter(tournament=row).earliest("number")
    EntryRow.objects.filter(pk=first.pk).update(club="Solo", country="NL")
    everybody = client.get(f"{REST}standings.json").json()["results"]
    name = next(line["name"] for line in everybody if line["entry"] == str(first.pk))

    def names(query):
        return [line["name"] for line in client.get(f"{REST}standings.json?{query}").json()["results"]]

    assert len(everybody) == 10
    assert names(f"q={name}") == names("club=Solo") == names("club=Solo&country=NL") == [name]
    assert names("club=Nowhere") == names(f"q={name}&country=XX") == []
    pairings = client.get(f"{REST}rounds/2/pairings.json?q={name}").json()["results"]
    assert [name in (one["white"]["name"], one["black"]["name"]) for one in pairings] == [True]


@pytest.mark.parametrize(
    ("language", "dan", "kyu"),
    [("ja", "段", "級"), ("zh-hans", "段", "级"), ("ko", "단", "급"), ("de", "d", "k")],
)
@pytest.mark.parametrize("page", ["", "rounds/2/", "players/"])
def test_ranks_are_written_as_in_the_language(row, client, language, dan, kyu, page):
    entry = EntryRow.objects.filter(tournament=row).earliest("number")
    written = f"{entry.rank + 1}{dan}" if entry.rank >= 0 else f"{-entry.rank}{kyu}"
    content = client.get(EVENT + page, headers={"accept-language": language}).content.decode()
    assert re.search(rf"[ >]{written}\b", content)


def test_a_round_that_is_played_says_how_many_results_are_in(client):
    row = a_tournament(players=6)
    TournamentRow.objects.update(begins="2020-01-01")
    pair(row, 1)
    game = PairingRow.objects.filter(tournament=row).first()
    do(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE)))
    assert "1 of 3 results in" in client.get(f"{EVENT}rounds/1/").content.decode()
    finish(row, 1)
    assert "3 of 3 results in" in client.get(f"{EVENT}rounds/1/").content.decode()
    do(row, CloseRound(round=1, at=timezone.now()))
    assert "results in" not in client.get(f"{EVENT}rounds/1/").content.decode()


def test_data_has_ranks_in_english_in_every_language(row, client):
    body = client.get(f"{REST}standings.json", headers={"accept-language": "ja"}).json()
    assert {one["rank"][-1] for one in body["results"]} <= {"d", "k"}


def test_csv_has_a_line_a_row(row, client):
    body = standings_body(row)
    told = table(client.get(f"{REST}standings.csv"))
    assert [(line["place"], line["name"], line["rank"]) for line in told] == [
        (str(one["place"]), one["name"], one["rank"]) for one in body["results"]
    ]
    assert [[line[f"round {n}"] for n in (1, 2, 3)] for line in told] == [
        one["games"] for one in body["results"]
    ]
    assert [(line["line"], float(line["wins"])) for line in told] == [
        (str(number), one["wins"]) for number, one in enumerate(body["results"], start=1)
    ]
    games = table(client.get(f"{REST}rounds/2.csv"))
    assert [line["result"] for line in games] == ["black"] * 5
    assert len(table(client.get(f"{REST}entries.csv"))) == 10


def test_a_round_that_is_hidden_is_hidden_as_data(row, client):
    pair_round(str(row.id), PairRound(round=4, seed=0), a_context())
    for form in ("json", "csv"):
        assert client.get(f"{REST}rounds/4.{form}").status_code == 404
        assert client.get(f"{REST}standings.{form}?round=4").status_code == 404
        client_of_director = Client()
        client_of_director.force_login(an_account(f"director-{form}", "director"))
        assert client_of_director.get(f"{REST}rounds/4.{form}").status_code == 200


@pytest.mark.usefixtures("recorded")
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
    assert "No player was found." in Page(client.get(EVENT, {"q": "zzz"})).text


@pytest.mark.usefixtures("recorded")
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
