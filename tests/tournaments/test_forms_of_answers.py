"""JSON and CSV, by ``Accept`` or by the end of the address: the same bytes over REST."""

import csv
from io import StringIO

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.builders import a_team_tournament, a_tournament, an_account
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db(transaction=True)  # so that answers are cached
REST = "/api/v1/tournaments/open/"
TYPES = {"json": "application/json", "csv": "text/csv"}
OF_EVENT = ("standings", "prizes", "ratings", "entries", "schedule", "rounds", "rounds/2")
BY_REST = (
    *(f"{REST}{name}" for name in (*OF_EVENT, "rounds/2/pairings")),
    "/api/v1/tournaments/teams/teams",
    "/api/v1/tournaments/teams/team-standings",
    "/api/v1/tournaments",
    "/api/v1/organisations",
    "/api/v1/organisations/home/clubs",
)
ALL = {f"{address}/": address for address in BY_REST}


@pytest.fixture(autouse=True)
def _tournaments():
    a_team_tournament(slug="teams")
    a_tournament(players=8, finished=2)


def ask(address, accept=None, **headers):
    said = {} if accept is None else {"Accept": accept}
    return Client().get(address, headers={**said, **headers})


def rows(answer):
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_the_same_bytes_by_either_way_and_another_etag_for_another_form():
    for address, plain in ALL.items():
        tags = {}
        for form, kind in TYPES.items():
            told, ended = ask(address, kind), ask(f"{plain}.{form}")
            assert (told.status_code, ended.status_code) == (200, 200), address
            assert {one["Content-Type"].partition(";")[0] for one in (told, ended)} == {kind}, address
            assert (told.content, told["ETag"]) == (ended.content, ended["ETag"]), address
            assert "Accept" in [word.strip() for word in told["Vary"].split(",")], address
            tags[form] = told["ETag"]
            for asked, accept in ((address, kind), (f"{plain}.{form}", None)):
                known = ask(asked, accept, **{"If-None-Match": told["ETag"]})
                assert (known.status_code, known.content, known["ETag"]) == (304, b"", told["ETag"]), asked
        assert ask(address, TYPES["csv"], **{"If-None-Match": tags["json"]}).status_code == 200, address
        assert len(set(tags.values())) == 2, address
        assert len(rows(told)[0]) > 1, address
        assert told["Content-Disposition"].startswith("attachment; filename="), address


def test_406_says_which_there_are():
    for address in ALL:
        offered = ["application/json", "text/csv"]
        for accept in ("image/png", "text/csv;q=0", "application/xml, text/plain"):
            refused = ask(address, accept)
            assert (refused.status_code, refused["Content-Type"]) == (406, "application/problem+json"), (
                address
            )
            assert (refused.json()["code"], refused.json()["offers"]) == ("not_acceptable", offered), address


CHOICES = [
    ("", "json"),
    ("*/*", "json"),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"),
    ("application/json;q=0.5, text/csv", "csv"),
    ("text/csv;q=0.5, application/json", "json"),
    ("text/*", "csv"),
    ("text/csv; charset=utf-8", "csv"),
    ("text/*;q=0.5, text/html;q=0.1, application/json;q=0.3", "csv"),
    ("TEXT/CSV", "csv"),
    ("application/json; indent=4", "json"),
    ("text/html;q=0.2, text/csv;q=0.3", "csv"),
]


def test_what_is_liked_best_is_given():
    for accept, form in CHOICES:
        for _ in ("made", "cached"):
            told = ask(f"{REST}standings/", accept)["Content-Type"]
            assert told.partition(";")[0] == TYPES[form], accept


def test_one_player_is_a_table_of_games():
    entry = EntryRow.objects.filter(tournament__slug="open").first()
    of_one = f"{REST}entries/{entry.id}"
    assert ask(f"{of_one}.csv").content == ask(f"{of_one}/", "text/csv").content
    assert ask(f"{of_one}.json").content == ask(f"{of_one}/").content


def test_a_long_list_goes_on_in_its_own_form():
    first = ask(f"{REST}entries.csv?page_size=5&ordering=number")
    following = first["Link"].removeprefix("<").partition(">")[0]
    assert first["Link"].endswith('; rel="next"')
    assert "/entries.csv?" in following
    second = ask(following)
    assert 'rel="prev"' in second["Link"]
    numbers = [line[0] for answer in (first, second) for line in rows(answer)[1:]]
    assert numbers == [str(number) for number in range(1, 9)]


def test_a_query_counts_in_either_form():
    ranked = ask(f"{REST}entries/?ordering=-rank", "text/csv").content
    assert ranked == ask(f"{REST}entries.csv?ordering=-rank").content != ask(f"{REST}entries.csv").content
    assert ask(f"{REST}standings.csv?nonsense=1").status_code == 422


def test_finds_nothing_at_an_end_that_no_form_has():
    for address in ("standings.xml", "standings.", "entries.html", "rounds/2.xlsx", "nothing.csv"):
        assert ask(f"{REST}{address}").status_code == 404, address


def test_nothing_is_written_at_an_address_with_an_end():
    director = APIClient()
    director.force_authenticate(an_account("director", "director"))
    for method in ("post", "put", "patch", "delete"):
        assert getattr(director, method)(f"{REST}entries.json", {}).status_code == 405
        assert getattr(director, method)(f"{REST}entries.csv", {}).status_code == 405


def test_people_of_a_house_are_a_table_for_its_officers_alone():
    people = "/api/v1/organisations/home/players"
    assert ask(f"{people}.csv").status_code == 401
    director = APIClient()
    director.force_authenticate(an_account("director", "director"))
    told = director.get(f"{people}.csv")
    assert told.content == director.get(f"{people}/", headers={"Accept": "text/csv"}).content
    assert len(rows(told)) > 8
