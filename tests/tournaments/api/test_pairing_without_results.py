"""A round that is paired before the results of earlier ones are in: not without a reason, on every way."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.log.store import head
from games.refusals import Refusal
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.results import RecordResult
from tournaments.domain.settings import ChangeSettings
from tournaments.jobs import pairing
from tournaments.jobs.commands import jobs
from tournaments.loading import load
from tournaments.outbox.running import run_job
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
ROUND_2 = "/api/v1/tournaments/open/rounds/2/pairings/"


@pytest.fixture
def row():
    """Round 1 is paired, table 1 has a result, table 2 has none."""
    made = a_tournament(players=4)
    pair(made, 1)
    first = PairingRow.objects.get(tournament=made, round=1, table=1)
    result = RecordResult(game_id=str(first.game_id), result=Result(winner=Winner.BLACK))
    carry_out(str(made.id), result, a_context())
    return made


@pytest.fixture
def director(api, row):
    api.force_authenticate(an_account("director", "director"))
    return api


def asked(director, body=None):
    return director.post(ROUND_2, body or {}, headers={"If-Match": "*"})


def missing(row):
    game = PairingRow.objects.get(tournament=row, round=1, table=2)
    return game, [{"round": 1, "table": 2, "game": str(game.game_id)}]


@pytest.mark.parametrize("body", [{}, {"reason": None}])
def test_without_a_reason_nothing_is_paired_and_the_games_are_named(director, row, body):
    before = head()
    answer = asked(director, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "results_missing")
    assert (answer.json()["round"], answer.json()["games"]) == (2, missing(row)[1])
    assert head() == before


def test_with_one_it_is_paired_and_officers_read_why(director, row):
    assert asked(director, {"reason": "The hall closes at six."}).status_code == 201
    told = director.get("/api/v1/tournaments/open/story/").content.decode()
    assert "Results were missing: The hall closes at six." in told
    director.force_authenticate(None)
    assert "The hall closes" not in director.get("/api/v1/tournaments/open/events/").content.decode()


def test_a_reason_that_was_not_needed_is_not_kept(director, row):
    finish(row, 1)
    assert asked(director, {"reason": "none"}).status_code == 201
    assert "Results were missing" not in director.get("/api/v1/tournaments/open/story/").content.decode()


@pytest.mark.parametrize(("days", "status"), [(1, 201), (-1, 409)])
def test_a_game_that_is_put_off_is_missed_after_its_day(director, row, days, status):
    day = (timezone.localdate() + timedelta(days=days)).isoformat()
    game, _ = missing(row)
    carry_out(str(row.id), SetGameDate(game_id=str(game.game_id), date=day, reason="ill"), a_context())
    assert asked(director).status_code == status


def test_a_round_robin_is_drawn_without_results():
    row = a_tournament(players=4, system="round_robin", rounds=3)
    pair(row, 1)
    assert pair_round(str(row.id), PairRound(round=2), a_context())


def test_the_page_asks_for_the_reason(row):
    page = Client()
    page.force_login(an_account("director", "director"))
    address = "/tournaments/open/rounds/2/pair/"
    assert b'name="reason" maxlength="500" required' in page.post(address).content
    page.post(address, {"anyway": "yes"})
    assert load(str(row.id))[0].round(2).pairs == {}
    page.post(address, {"anyway": "yes", "reason": "rain"})
    assert len(load(str(row.id))[0].round(2).pairs) == 2


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (False, "These games do not count when the round is paired."),
        (True, "While the round is paired, these games count as draws."),
    ],
)
def test_the_page_says_what_an_open_game_counts_and_for_whom(row, drawn, said):
    state, _ = load(str(row.id))
    pairing = replace(state.settings.pairing, open_games_drawn=drawn)
    settings = replace(state.settings, pairing=pairing)
    command = ChangeSettings(settings=settings, ruleset=state.ruleset, reason="test")
    carry_out(str(row.id), command, a_context())
    page = Client()
    page.force_login(an_account("director", "director"))
    shown = page.post("/tournaments/open/rounds/2/pair/").content.decode()
    game, _ = missing(row)
    names = entry_names(row)
    concerned = ", ".join(sorted(str(names[str(id_)]) for id_ in (game.black_id, game.white_id)))
    assert said in shown
    assert f"This concerns: {concerned}." in " ".join(shown.split())


def test_the_command_asks_for_it_too(row):
    with pytest.raises(CommandError, match="Results of earlier rounds are missing"):
        call_command("pair", "open", "--round", "2")
    call_command("pair", "open", "--round", "2", "--reason", "rain", stdout=StringIO())
    assert len(load(str(row.id))[0].round(2).pairs) == 2


def test_a_large_field_is_refused_before_there_is_a_job_and_takes_the_reason_with_it(
    director, row, monkeypatch
):
    monkeypatch.setattr(pairing, "INLINE_UP_TO", 1)
    assert asked(director).json()["code"] == "results_missing"
    assert not jobs().exists()
    assert asked(director, {"reason": "rain"}).status_code == 202
    run_job(jobs().get().pk)
    assert len(load(str(row.id))[0].round(2).pairs) == 2


def test_a_group_waits_for_its_own_results_alone():
    row = a_tournament(players=8, system="swiss", criteria=("NBW",))
    for place, entry in enumerate(load(str(row.id))[0].entries):
        carry_out(str(row.id), ChangeEntry(entry_id=entry, group="AB"[place % 2]), a_context())
    pair(row, 1)
    state, _ = load(str(row.id))
    for game in state.round(1).by_table():
        if state.entries[game.black].group == "A":
            result = RecordResult(game_id=game.game_id, result=Result(winner=Winner.BLACK))
            carry_out(str(row.id), result, a_context())
    assert pair_round(str(row.id), PairRound(round=2, group="A"), a_context())
    with pytest.raises(Refusal) as no:
        pair_round(str(row.id), PairRound(round=2, group="B"), a_context())
    assert no.value.code == "results_missing"
    assert [game["round"] for game in no.value.facts["games"]] == [1, 1]
