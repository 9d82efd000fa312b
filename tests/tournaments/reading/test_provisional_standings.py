"""Standings say how many results are missing: over REST, and on the page."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from tests.builders import a_context, a_tournament, an_organisation, pair
from tests.tournaments.interchange.test_unknown_colours import SHEET
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.interchange.importing import import_file
from tournaments.loading import load
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
STANDINGS = "/api/v1/tournaments/open/standings/?round=1"
PAGE = "/tournaments/open/?round=1"


def test_missing_results_are_counted_until_all_are_in():
    row = a_tournament(players=4)
    pair(row, 1)
    carry_out(str(row.id), PublishRound(round=1), a_context())
    client = Client()
    for missing, said in ((2, "2 results missing up to round 1."), (1, "1 result missing up to round 1.")):
        assert client.get(STANDINGS).json()["results_missing"] == missing
        assert said in client.get(PAGE).content.decode()
        _record(row, table=missing)
    assert client.get(STANDINGS).json()["results_missing"] == 0
    assert "missing up to round" not in client.get(PAGE).content.decode()


def test_game_of_unknown_colours_with_a_result_is_not_missing():
    import_file(SHEET, an_organisation(), "colourless", a_context())
    TournamentRow.objects.update(published=True)
    body = Client().get("/api/v1/tournaments/colourless/standings/").json()
    assert (body["results"][0]["games"][0][-2:], body["results_missing"]) == ("?0", 0)
    assert "missing" not in Client().get("/tournaments/colourless/").content.decode()


def test_provisional_entries_have_no_place():
    row = a_tournament(players=4)
    best = max(load(str(row.id))[0].entries.values(), key=lambda entry: entry.rating)
    carry_out(str(row.id), ChangeEntry(entry_id=best.id, final=False), a_context())
    rows = Client().get("/api/v1/tournaments/open/standings/").json()["results"]
    others = {entry for entry in load(str(row.id))[0].entries if entry != best.id}
    assert {line["entry"] for line in rows} == others
    told = StringIO()
    call_command("standings", "open", "--json", stdout=told)
    assert len(json.loads(told.getvalue())["results"]) == 3


def _record(row, *, table):
    game = PairingRow.objects.get(tournament=row, round=1, table=table)
    result = RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE))
    carry_out(str(row.id), result, a_context())
