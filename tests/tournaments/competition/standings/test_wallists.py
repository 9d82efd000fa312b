"""Whole tournaments, round by round, against tables that were computed elsewhere."""

import pytest

from tests.tournaments.competition.standings.builders import WALLISTS, wallist
from tournaments.competition.standings import main_scores, standings


@pytest.mark.parametrize("name", WALLISTS)
def test_every_score_of_everybody_after_every_round(name):
    history, tables = wallist(name)
    for round_, expected in enumerate(tables, start=1):
        table = standings(history, round_)
        assert [[row.entrant_id, *row.plain().values()] for row in table.rows] == expected


@pytest.mark.parametrize("name", WALLISTS)
def test_places_are_shared_by_equals_and_skip_as_many(name):
    history, tables = wallist(name)
    for round_, expected in enumerate(tables, start=1):
        rows = standings(history, round_).rows
        better = [sum(other[1:] > own[1:] for other in expected) for own in expected]
        assert [row.place for row in rows] == [1 + number for number in better]


@pytest.mark.parametrize("name", WALLISTS)
def test_main_scores_are_the_first_column(name):
    history, tables = wallist(name)
    for round_, expected in enumerate(tables, start=1):
        assert main_scores(history, round_) == {key: 2 * main for key, main, *_ in expected}


def test_a_provisional_entrant_is_ranked_too():
    history, _ = wallist("mcmahon_21x3")
    provisional = [id_ for id_, entrant in history.entrants.items() if not entrant.final]
    assert len(provisional) == 1
    assert set(provisional) < {row.entrant_id for row in standings(history, 3).rows}
