"""Tournaments of every system by forms; groups; rounds by date."""

from uuid import uuid4

import pytest
from django.test import Client

from games.refusals import Refusal
from tests.builders import a_context, a_tournament, an_account, an_organisation, pair
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pairs,
    state,
    stronger_wins,
)
from tests.tournaments.web.visitor import Page
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.entries import EnterPlayer, SetPresence
from tournaments.deciding.pairs import MakePair
from tournaments.deciding.results import RecordResult
from tournaments.deciding.setting_up import SYSTEMS
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
FORM = {"organisation": "home", "name": "Cup", "slug": "cup", "system": "knock_out", "rounds": "3"}


@pytest.fixture
def director():
    an_organisation()
    client = Client()
    client.force_login(an_account("dora", "director"))
    return client


def test_a_tournament_of_every_system_is_created_by_a_form(director):
    page = Page(director.get("/new-tournament/"))
    assert all(name in page.html for name in SYSTEMS)
    for system in SYSTEMS:
        sent = {
            **FORM,
            "system": system,
            "slug": system,
            "second_final": "yes",
            "dates": "2026-11-21, 2026-11-28",
        }
        response = director.post("/new-tournament/", sent)
        assert (response.status_code, response["Location"]) == (302, f"/tournaments/{system}/desk/")
        settings = settings_of(TournamentRow.objects.get(slug=system))
        assert (settings.system, settings.schedule.dates) == (system, ("2026-11-21", "2026-11-28"))
        assert director.get(f"/tournaments/{system}/desk/").status_code == 200


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"slug": "two words"}, "letters, digits and hyphens"),
        ({"system": "tennis"}, "Choose a system"),
        ({"rounds": "many"}, "a number from 1 to 40"),
        ({"dates": "soon"}, "dates like"),
        ({"seeded_by": "size"}, "how players are seeded"),
        ({"organisation": "away"}, "Choose an organisation"),
        ({"name": " "}, "needs a name"),
        ({"begins": "21.11.2026"}, "not a date"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(director, wrong, words):
    page = Page(director.post("/new-tournament/", {**FORM, **wrong}))
    assert page.status == 422
    assert words in page.text
    assert 'value="cup"' in page.html or "slug" in wrong
    assert not TournamentRow.objects.exists()


def test_all_that_was_typed_of_the_system_stays(director):
    typed = {
        "system": "knock_out",
        "rounds": "7",
        "dates": "28.11.2026",
        "boards": "3",
        "players_per_side": "2",
        "seeded_by": "rank",
        "handicap": "yes",
        "third_place": "yes",
        "consolation": "yes",
    }
    page = Page(director.post("/new-tournament/", {**FORM, **typed}))
    kept = next(form.fields for form in page.forms if "seeded_by" in form.fields)
    assert {name: kept.get(name) for name in (*typed, "twice")} == {**typed, "twice": None}
    assert "Dates of the rounds: dates like 2026-11-21" in page.text


def test_an_address_that_is_taken_is_refused(director):
    director.post("/new-tournament/", FORM)
    assert "has this address" in Page(director.post("/new-tournament/", {**FORM, "name": "Other"})).text


def test_whoever_runs_nothing_creates_nothing(director):
    other = Client()
    assert other.get("/new-tournament/").status_code == 302
    other.force_login(an_account("peter"))
    assert other.get("/new-tournament/").status_code == 403
    assert "New tournament" not in Page(other.get("/")).text
    assert "New tournament" in Page(director.get("/")).text


def test_the_system_is_changed_by_a_form_until_it_is_drawn(director):
    row = an_event("knock_out", 4)
    sent = {"system": "double_elimination", "rounds": "5", "second_final": "yes", "command": str(uuid4())}
    director.post("/tournaments/open/system/", sent)
    assert settings_of(fresh(row)).system == "double_elimination"
    pair(fresh(row), 1)
    sent |= {"system": "round_robin", "reason": "too long", "command": str(uuid4())}
    page = Page(director.post("/tournaments/open/system/", sent))
    assert "the schedule is drawn" in page.text
    kept = next(form.fields for form in page.forms if "seeded_by" in form.fields)
    assert {name: kept[name] for name in ("system", "rounds", "reason")} == {
        "system": "round_robin",
        "rounds": "5",
        "reason": "too long",
    }
    assert settings_of(fresh(row)).system == "double_elimination"


def test_after_jigo_the_desk_is_told_where_to_enter_who_goes_on(director):
    row = an_event("knock_out", 4)
    pair(row, 1)
    first, second = pairs(row, 1)
    do(row, RecordResult(game_id=str(first.game_id), result=Result(winner=Winner.JIGO)))
    do(row, RecordResult(game_id=str(second.game_id), result=Result(winner=Winner.BLACK)))
    sent = {"next": "/tournaments/open/desk/", "anyway": "yes"}
    page = Page(director.post("/tournaments/open/rounds/2/pair/", sent, follow=True))
    assert "Nobody goes on yet from table 1. Open the result of that table" in page.text
    do(
        row,
        RecordResult(game_id=str(first.game_id), result=Result(winner=Winner.WHITE), reason="drawn by lot"),
    )
    page = Page(director.post("/tournaments/open/rounds/2/pair/", {**sent, "command": "x"}, follow=True))
    assert "Round 2 is paired." in page.text


def test_groups_are_set_and_paired_by_forms(director):
    row = an_event("round_robin", 6)
    for group, places in (("A", range(3)), ("B", range(3, 6))):
        chosen = [entry(row, place) for place in places]
        director.post("/tournaments/open/players/change/", {"do": "group", "group": group, "entries": chosen})
    assert [one.group for one in state(row).entries.values()] == ["A"] * 3 + ["B"] * 3
    assert "Pair A alone" in [
        name for form in Page(director.get("/tournaments/open/desk/")).forms for name, *_ in form.buttons
    ]
    director.post("/tournaments/open/rounds/1/pair/", {"group": "B"})
    assert {state(row).entries[id_].group for game in pairs(row, 1) for id_ in game.players} == {"B"}
    director.post("/tournaments/open/rounds/1/pair/", {})
    assert len(pairs(row, 1)) == 2
    assert "<h3>B</h3>" in director.get("/tournaments/open/schedule/").content.decode()


def test_in_a_league_players_come_and_go_and_rounds_may_be_left_out():
    row = an_event("league", 6, rounds=5, criteria=("NBW",), dates=("2026-01-07", "2026-01-14", "2026-01-21"))
    pair(row, 1)
    stronger_wins(row, 1)
    do(row, EnterPlayer(entry_id=str(uuid4()), player_id=str(uuid4()), rank=0, rating=2100))
    for place in range(3):
        do(row, SetPresence(entry_id=entry(row, place), round=3, present=False))
    pair(row, 3)  # nobody came to the second
    assert len(pairs(row, 3)) == 2
    stronger_wins(row, 3)
    now = state(row)
    two = [id_ for id_ in now.entries if id_ not in now.round(4).busy][:2]
    challenge = MakePair(round=5, game_id=str(uuid4()), white=two[0], black=two[1], handicap=0, komi=6.5)
    do(row, challenge)
    do(row, RecordResult(game_id=challenge.game_id, result=Result(winner=Winner.BLACK)))
    assert len(pairs(row, 5)) == 1


def test_other_systems_pair_their_rounds_in_order():
    row = a_tournament(players=4)
    with pytest.raises(Refusal) as no:
        pair(row, 2)
    assert no.value.code == "earlier_round_not_paired"
    two = list(state(row).entries)[:2]
    with pytest.raises(Refusal) as no:
        carry_out(
            str(row.id),
            MakePair(round=2, game_id=str(uuid4()), white=two[0], black=two[1], handicap=0, komi=6.5),
            a_context(),
        )
    assert no.value.code == "earlier_round_not_paired"
