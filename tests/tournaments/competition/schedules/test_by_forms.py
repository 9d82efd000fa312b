"""Tournaments of every system by forms; groups; rounds by date."""

import re
from uuid import uuid4

import pytest

from tests.builders import an_organisation, logged_in, pair
from tests.tournaments.competition.schedules.hall import (
    an_event,
    do,
    entry,
    fresh,
    pairs,
    play,
    state,
    stronger_wins,
)
from tests.tournaments.web.visitor import Page
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.pairs import MakePair
from tournaments.domain.presence import SetPresence
from tournaments.domain.results import RecordResult
from tournaments.domain.settings import SYSTEMS
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
FORM = {"organisation": "home", "name": "Cup", "slug": "cup", "system": "knock_out", "rounds": "3"}


@pytest.fixture
def director():
    an_organisation()
    return logged_in()


def test_form_creates_a_tournament_of_every_system(director):
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
    "wrong",
    [
        {"slug": "two words"},
        {"system": "tennis"},
        {"rounds": "many"},
        {"dates": "soon"},
        {"seeded_by": "size"},
        {"organisation": "away"},
        {"name": " "},
        {"begins": "21.11.2026"},
    ],
)
def test_rejects_a_tournament_with_one_wrong_field(director, wrong):
    assert director.post("/new-tournament/", {**FORM, **wrong}).status_code == 422
    assert not TournamentRow.objects.exists()


def test_form_changes_the_system_until_the_draw(director):
    row = an_event("knock_out", 4)
    sent = {"system": "double_elimination", "rounds": "5", "second_final": "yes", "command": str(uuid4())}
    director.post("/tournaments/open/system/", sent)
    assert settings_of(fresh(row)).system == "double_elimination"
    pair(fresh(row), 1)
    sent |= {"system": "round_robin", "reason": "too long", "command": str(uuid4())}
    page = Page(director.post("/tournaments/open/system/", sent))
    assert page.status == 422
    assert settings_of(fresh(row)).system == "double_elimination"


def test_forms_set_and_pair_groups(director):
    row = an_event("round_robin", 6)
    for group, places in (("A", range(3)), ("B", range(3, 6))):
        chosen = [entry(row, place) for place in places]
        director.post("/tournaments/open/players/change/", {"do": "group", "group": group, "entries": chosen})
    assert [one.group for one in state(row).entries.values()] == ["A"] * 3 + ["B"] * 3
    assert "Pair A only" in [
        name for form in Page(director.get("/tournaments/open/desk/")).forms for name, *_ in form.buttons
    ]
    director.post("/tournaments/open/rounds/1/pair/", {"group": "B"})
    assert {state(row).entries[id_].group for game in pairs(row, 1) for id_ in game.players} == {"B"}
    director.post("/tournaments/open/rounds/1/pair/", {})
    assert len(pairs(row, 1)) == 2
    assert "<h3>B</h3>" in director.get("/tournaments/open/schedule/").content.decode()


def test_league_players_may_come_and_go_and_rounds_may_be_skipped():
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


def test_round_of_elimination_is_empty_while_a_player_is_in(director):
    row = an_event("knock_out", 4, rounds=2, criteria=("OUT", "NBW"))
    play(row, 1)
    page = director.get(f"/tournaments/{row.slug}/standings/?round=1", follow=True).content.decode()
    lines = re.findall(r'<tr id="e[^>]*>.*?</tr>', page, re.DOTALL)
    scores = [re.findall(r'<td class="num">([^<]*)</td>', line)[-2:] for line in lines]
    assert scores == [["", "1"], ["", "1"], ["1", "0"], ["1", "0"]]
