"""Whole tournaments, round by round, against published tables."""

import pytest

from tests.tournaments.competition.standings.builders import WALLISTS, wallist
from tournaments.competition.standings import main_scores, standings


@pytest.mark.parametrize("name", WALLISTS)
def test_every_score_and_place_after_every_round_equals_the_published_list(name):
    history, tables = wallist(name)
    for round_, expected in enumerate(tables, start=1):
        rows = standings(history, round_).rows
        assert [[row.entrant_id, *row.plain().values()] for row in rows] == expected
        better = [sum(other[1:] > own[1:] for other in expected) for own in expected]
        assert [row.place for row in rows] == [1 + number for number in better]  # equals share a place
        assert main_scores(history, round_) == {key: 2 * main for key, main, *_ in expected}


def test_provisional_entrant_is_ranked():
    history, _ = wallist("mcmahon_21x3")
    provisional = [id_ for id_, entrant in history.entrants.items() if not entrant.final]
    assert len(provisional) == 1
    assert set(provisional) < {row.entrant_id for row in standings(history, 3).rows}
