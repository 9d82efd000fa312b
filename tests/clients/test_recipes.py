"""The recipes in Python run as they stand on the page."""

import csv
import io
import json
import subprocess
import sys
from types import SimpleNamespace
from urllib.request import urlopen

import pytest
from django.utils import timezone
from knox.models import AuthToken

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.clients.recipes import recipes
from tournaments.commands import carry_out
from tournaments.domain.round_stages import CloseRound
from tournaments.domain.rounds import UnpairRound
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(live_server, tmp_path):
    """Runs one of them in a process of its own, with a text on its standard input."""
    texts = recipes(live_server.url)

    def run(name, text="", **environment):
        return subprocess.run(
            [sys.executable, "-W", "error", "-c", texts[name]],
            input=text, env=environment, cwd=tmp_path,
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    return run


@pytest.fixture
def token():
    return AuthToken.objects.create(an_account("director", Office.DIRECTOR))[1]


@pytest.fixture
def seen(client):
    """Public reads: the players' names, and White, Black, handicap and result of each game."""
    at = "/api/v1/tournaments/open"

    def names():
        return [one["name"] for one in client.get(f"{at}/entries/").json()["results"]]

    def games():
        found = client.get(f"{at}/rounds/1/pairings/?ordering=table").json()["results"]
        return [(one["white"]["name"], one["black"]["name"], one["handicap"], one["result"]) for one in found]

    return SimpleNamespace(names=names, games=games)


def table(**columns):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def test_a_federation_reads_what_is_new_every_night(run, tmp_path):
    row = a_tournament(players=6)
    pair(row, 1)
    folder = {"FOLDER": str(tmp_path)}
    first = run("nightly", **folder)
    assert (first.returncode, first.stderr) == (0, "")
    log, standings = tmp_path / "open.jsonl", tmp_path / "open.json"
    assert f"{len(log.read_text().splitlines())} new events; new standings" in first.stdout
    before = json.loads(standings.read_text())
    again = run("nightly", **folder)
    assert again.stdout == "open 0 new events; same standings\n"
    finish(row, 1)
    third = run("nightly", **folder)
    assert third.stdout == "open 3 new events; new standings\n"
    versions = [json.loads(line)["version"] for line in log.read_text().splitlines()]
    assert versions == list(range(1, TournamentRow.objects.get(pk=row.pk).version + 1))
    assert json.loads(standings.read_text()) != before


def test_another_program_pairs_and_the_service_publishes(run, token, seen):
    row = a_tournament(players=4)
    names = seen.names()
    pairs = table(table=[1, 2], white=names[:2], black=names[2:], handicap=[0, 2])
    made = run("pairs", pairs, NIGIRI_TOKEN=token)
    assert (made.returncode, made.stderr) == (0, "")
    first, second = (names[0], names[2], 0), (names[1], names[3], 2)
    assert seen.games() == [(*first, "not_played"), (*second, "not_played")]
    entered = run("results", table(table=[1, 2], result=["black", "jigo"]), NIGIRI_TOKEN=token)
    assert (entered.returncode, entered.stderr) == (0, "")
    assert seen.games() == [(*first, "black"), (*second, "jigo")]
    carry_out(str(row.id), CloseRound(round=1, at=timezone.now()), a_context())
    again = run("results", table(table=[1, 2], result=["black", "jigo"]), NIGIRI_TOKEN=token)
    assert (again.returncode, again.stderr) == (0, "")


def test_what_can_be_entered_is_and_each_other_line_is_told_why_not(run, token, seen):
    row = a_tournament(players=8)
    pair(row, 1)
    run("results", table(table=[1], result=["black"]), NIGIRI_TOKEN=token)
    rows = {1: "white", 2: "blakc", 3: "jigo", 4: "white", 7: "black"}
    told = run("results", table(table=rows.keys(), result=rows.values()), NIGIRI_TOKEN=token)
    assert told.returncode == 0
    assert told.stderr.splitlines() == [
        "Table 1: the result is black already, and stays; correct it on the service.",
        "Table 2: “blakc” is no result; use white, black, jigo, both_win, both_lose.",
        "Table 7: the round has no such table.",
    ]
    assert [result for *_, result in seen.games()] == ["black", "not_played", "jigo", "white"]
    twice = run("results", table(table=[2, 2], result=["white", "black"]), NIGIRI_TOKEN=token)
    assert twice.stderr == 2 * "Table 2: Send one line about each game or player.\n"
    assert [result for *_, result in seen.games()] == ["black", "not_played", "jigo", "white"]
    nothing = run("results", table(table=[9], result=["white"]), NIGIRI_TOKEN=token)
    assert (nothing.returncode, nothing.stderr) == (0, "Table 9: the round has no such table.\n")


def test_the_services_own_table_and_that_of_a_spreadsheet_are_read(run, token, seen, live_server):
    """Both begin with a byte order mark."""
    row = a_tournament(players=5)
    names = seen.names()
    pairs = table(
        table=[1, 2, ""], white=[*names[:2], names[4]], black=[*names[2:4], ""], handicap=[0, 2, ""]
    )
    made = run("pairs", "\ufeff" + pairs, NIGIRI_TOKEN=token)
    assert (made.returncode, made.stderr) == (0, "")
    pairings = seen.games()
    with urlopen(f"{live_server.url}/api/v1/tournaments/open/rounds/1.csv") as answer:
        own = answer.read().decode()
    assert own.startswith("\ufeff")
    carry_out(str(row.id), UnpairRound(round=1, reason="once more"), a_context())
    again = run("pairs", own, NIGIRI_TOKEN=token)
    assert (again.returncode, again.stderr) == (0, "")
    assert seen.games() == pairings
    entered = run("results", "\ufefftable,result\r\n1,black\r\n", NIGIRI_TOKEN=token)
    assert (entered.returncode, entered.stderr) == (0, "")
    assert [result for *_, result in seen.games()] == ["black", "not_played"]


def test_nothing_is_paired_where_somebody_is_unknown_or_not_allowed(run, token, seen):
    a_tournament(players=4)
    names = seen.names()
    wrong = run(
        "pairs", table(table=[1], white=["Nobody"], black=names[:1], handicap=[0]), NIGIRI_TOKEN=token
    )
    assert "KeyError: 'Nobody'" in wrong.stderr
    stranger = AuthToken.objects.create(an_account("stranger"))[1]
    pairs = table(table=[1, 2], white=names[:2], black=names[2:], handicap=[0, 0])
    assert "HTTP Error 403" in run("pairs", pairs, NIGIRI_TOKEN=stranger).stderr
    assert not PairingRow.objects.exists()
