"""Each formula of deploy/format/standings.md against the program, on random tournaments."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.format import standings as text
from tests.format.drawn import standings_to_make
from tournaments.competition.standings import CRITERIA, cards, standings


@settings(max_examples=150)
@given(standings_to_make())
def test_values_and_places(history):
    last = len(history.byes)
    table = standings(history, last)
    rows, places = text.table(history, last)
    assert list(table.criteria) == text.criteria(history.settings)
    assert {row.entrant_id: tuple(row.scores.values()) for row in table.rows} == rows
    assert {row.entrant_id: row.place for row in table.rows} == places


@settings(max_examples=40)
@given(standings_to_make())
def test_scores_after_each_round(history):
    last = len(history.byes)
    theirs, ours = cards(history, last), text.cards(history, last)
    for id_, card in ours.items():
        assert (*theirs[id_].nbw2,) == (*card.nbw2,)
        assert (*theirs[id_].mms2,) == (*card.mms2,)
        assert (*theirs[id_].cps2,) == (*card.cps2,)


@pytest.mark.parametrize("name", sorted(CRITERIA))
def test_every_criterion_has_its_formula(name):
    @settings(max_examples=25)
    @given(standings_to_make())
    def holds(history):
        history = replace(history, settings=replace(history.settings, criteria=("RATING", name, "NBW")))
        rows, _ = text.table(history, len(history.byes))
        table = standings(history, len(history.byes))
        assert {row.entrant_id: tuple(row.scores.values()) for row in table.rows} == rows

    holds()


def test_the_text_names_every_criterion():
    told = (Path(__file__).parents[2] / "deploy/format/standings.md").read_text()
    assert [name for name in CRITERIA if f"`{name}`" not in told and f"**{name}**" not in told] == []
