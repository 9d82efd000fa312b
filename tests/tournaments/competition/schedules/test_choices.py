"""Choices of directors have an effect or are rejected; latecomers are warned of having no game."""

from collections import Counter
from dataclasses import replace
from uuid import uuid4

import pytest

from games.refusals import Refusal
from tests.builders import a_team_tournament, a_tournament, an_account, logged_in, pair
from tests.tournaments.competition.schedules.hall import an_event, do, entry, fresh, pairs, play, state
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.competition.settings import ScheduleSettings
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.pairs import SwapColours
from tournaments.domain.schedule import refuse_without_effect
from tournaments.domain.settings import ChangeSettings
from tournaments.reading.queries import settings_of

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"


@pytest.fixture
def director():
    return logged_in()


@pytest.mark.parametrize(
    ("system", "choice"),
    [
        ("double_elimination", {"third_place": True}),
        ("round_robin", {"third_place": True}),
        ("knock_out", {"second_final": False}),
        ("knock_out", {"twice": True}),
        ("knock_out", {"first_match": True}),  # it needs a consolation
        ("swiss", {"handicap": True}),
        ("mcmahon", {"seeded_by": "lot"}),
        *(
            (system, {"consolation": True})
            for system in ("double_elimination", "round_robin", "swiss", "cup")
        ),
    ],
)
def test_rejects_a_choice_without_effect(system, choice):
    settings = replace(settings_for(system), schedule=ScheduleSettings(**choice))
    with pytest.raises(Refusal) as no:
        refuse_without_effect(settings)
    (name,) = choice
    assert (no.value.code, no.value.facts["field"]) == ("invalid_settings", f"schedule.{name}")


def test_older_stored_choice_does_not_block_other_changes():
    now = state(an_event("double_elimination", 4))
    older = replace(now, settings=replace(now.settings, schedule=ScheduleSettings(third_place=True)))
    command = ChangeSettings(settings=replace(older.settings, komi=7.5), ruleset=older.ruleset)
    assert [event.settings.komi for event in command.decide(older)] == [7.5]


def test_form_shows_only_the_choices_of_its_system():
    row = an_event("knock_out", 4)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/open/system/")
    visitor.press("Change the system", third_place="yes", system="double_elimination")
    assert "a game for third place: this has an effect in: knock out" in visitor.page.text
    visitor.press("Change the system", third_place="yes", system="knock_out")
    assert settings_of(fresh(row)).schedule.third_place


def test_colours_even_out_after_swaps_by_the_desk():
    row = an_event("round_robin", 4, twice=True)
    play(row, 1, 2)
    pair(row, 3)
    for game in pairs(row, 3):
        do(row, SwapColours(game_id=game.game_id, reason="as agreed"))
    play(row, 4, 5, 6)
    games = [game for number in range(1, 7) for game in pairs(row, number)]
    assert set(Counter(game.white for game in games).values()) == {3}


def test_latecomer_without_group_is_warned_of_having_no_game(director):
    row = an_event("round_robin", 8)
    for place in range(8):
        do(row, ChangeEntry(entry_id=entry(row, place), group="AB"[place > 3]))
    play(row, 1)
    late = EnterPlayer(entry_id=str(uuid4()), player_id=str(uuid4()), rank=0, rating=2100)
    do(row, late)
    said = Page(director.get("/tournaments/open/desk/")).text
    assert "No game, being in no group that is drawn: (player 9)" in said
    play(row, 2, 3)  # the others play on
    assert len(pairs(row, 3)) == 4


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"players_per_side": 2}, "The EGF does not rate pair go."),
        ({"board_size": 13}, "The EGF rates games on 19x19 only, not on 13x13."),
    ],
)
def test_unrated_tournament_is_not_written_for_the_egf(director, settings, reason):
    a_tournament(0, **settings)
    response = director.get(f"{API}exports/h9/")
    assert (response.status_code, response.json()["code"]) == (409, "kept_back")
    assert [fault["message"] for fault in response.json()["errors"]] == [reason]
    page = Page(director.get("/tournaments/open/exports/"))
    assert not [address for _, address in page.links if "exports/h9" in address]


def test_warns_that_the_format_has_no_teams(director):
    row = a_team_tournament(2, 2, slug="open")
    pair(row, 1)
    for kind in ("h9", "tou", "aga"):
        told = director.get(f"{API}exports/{kind}/warnings/").json()["results"]
        assert "The format has no teams: every board is written as a game of two players." in told
