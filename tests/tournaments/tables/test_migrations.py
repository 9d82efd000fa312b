"""Rows written by an older program, after ``migrate``."""

from dataclasses import replace
from importlib import import_module

import pytest
from django.apps import apps

from games.game import commands as games
from games.game.deciding import Act
from games.game.rows import GameRow
from games.log import wire
from games.log.serialisation import encode as to_data
from rules import Color, Play, Resign
from tests.builders import a_context, a_tournament, differing_rows, do, pair
from tournaments.competition.settings import Settings
from tournaments.domain.tournament import ChangeDetails, TournamentCreated
from tournaments.migrations import _batches
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Details
from tournaments.tables.rows import TournamentRow

rulings = import_module("tournaments.migrations.0003_rulings")
limits = import_module("tournaments.migrations.0008_limits")
judged = import_module("games.migrations.0005_limits")
posters = import_module("tournaments.migrations.0006_poster")
spoken = import_module("tournaments.migrations.0030_posters_in_a_language")
renamed = import_module("tournaments.migrations.0014_criteria_named_anew")
at_home = import_module("tournaments.migrations.0019_clubs_at_home")
named = import_module("tournaments.migrations.0015_unknown_colours")


@pytest.mark.django_db
def test_migrated_settings_before_claims_and_limits_equal_a_rebuild():
    row = a_tournament(players=2)
    del row.settings["claims"], row.settings["handicap_komi"]
    row.save()
    rulings.with_claims(apps, None)
    limits.with_limits(apps, None)
    row = TournamentRow.objects.get(pk=row.pk)
    assert settings_of(row).claims == Settings().claims
    assert differing_rows() == []


@pytest.mark.django_db
def test_migrated_criteria_before_cups_equal_a_rebuild(monkeypatch):
    monkeypatch.setitem(wire._kinds, TournamentCreated, "tournament.created.v1")
    row = a_tournament(players=2, criteria=("CPS", "DC", "NBW"))
    monkeypatch.undo()
    TournamentRow.objects.update(settings=to_data(replace(settings_of(row), criteria=("CPS", "DC", "NBW"))))
    renamed.name_anew(apps, None)
    assert settings_of(TournamentRow.objects.get()).criteria == ("UNBEATEN", "DCL", "NBW")
    assert differing_rows() == []


@pytest.mark.django_db
def test_migrated_settings_before_home_clubs_and_consolations_equal_a_rebuild():
    row = a_tournament(players=2)
    del row.settings["pairing"]["at_home_above"], row.settings["schedule"]["consolation"]
    row.save()
    at_home.with_clubs_at_home(apps, None)
    assert differing_rows() == []


@pytest.mark.django_db
def test_migrated_posters_before_countries_and_time_limits_equal_a_rebuild(
    monkeypatch, django_assert_max_num_queries
):
    for slug in ("one", "two", "three"):
        details = Details(name=slug, place="Riverside")
        made = a_tournament(players=2, slug=slug)
        do(made, ChangeDetails(details=details))
    TournamentRow.objects.update(poster={})
    monkeypatch.setattr(_batches, "AT_ONCE", 2)
    with django_assert_max_num_queries(3):  # read, and written in two batches
        posters.with_posters(apps, None)
    with django_assert_max_num_queries(3):
        named.with_short_names(apps, None)
    with django_assert_max_num_queries(3):
        spoken.with_own_words(apps, None)
    assert differing_rows() == []


@pytest.mark.django_db
def test_migrated_games_before_limits_equal_a_rebuild():
    row = a_tournament(players=4, board_size=3)
    pair(row, 1)
    first, second = (str(game_id) for game_id in GameRow.objects.values_list("game_id", flat=True))
    games.change_record(first, Act(action=Play(Color.BLACK, "B2")), a_context())
    games.change_record(second, Act(action=Resign(Color.BLACK)), a_context())
    GameRow.objects.update(komi=0, margin=None, by="", lost_most=0)
    judged.judged(apps, None)
    assert sorted(GameRow.objects.values_list("komi", "by")) == [(6.5, ""), (6.5, "resignation")]
    assert differing_rows() == []
