"""Costs of manual edits, and pairing around games made by hand."""

from dataclasses import replace

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.history import Game
from tournaments.competition.pairing import CRITERIA, cost_of, edit_cost, pair_players


def test_edit_costs_the_difference_of_the_totals():
    history = played("AB w, CD w", rounds=2)
    change = edit_cost(history, 2, [("A", "C"), ("B", "D")], [("A", "B"), ("C", "D")])
    assert change["repeated"] == -(10**15)
    assert change["base"] == 0
    assert change["total"] == sum(change[name] for name in CRITERIA) < 0


def test_swapping_colours_costs_nothing():
    history = played("AB w, CD w", rounds=2)
    change = edit_cost(history, 2, [("A", "C"), ("B", "D")], [("C", "A"), ("D", "B")])
    assert set(change.values()) == {0}


def test_removed_pair_costs_its_value():
    history = fresh(0, 0, 0, 0)
    change = edit_cost(history, 1, [("A", "B"), ("C", "D")], [("A", "B")])
    assert change["total"] == -cost_of(history, 1, [("C", "D")]).total


def test_games_made_by_hand_stay_at_their_table():
    history = fresh(0, 0, 0, 0, 0, 0)
    by_hand = Game(round=1, table=2, white="A", black="B")
    ours = pair_players(replace(history, games=(by_hand,)), 1, apart={"A", "B"})
    assert {frozenset((two.white, two.black)) for two in ours.pairs} <= {
        frozenset(two) for two in ("CD", "CE", "CF", "DE", "DF", "EF")
    }
    assert [two.table for two in ours.pairs] == [1, 3]
    assert ours.order == tuple("ABCDEF")


def test_requested_bye_leaves_an_even_number():
    ours = pair_players(fresh(0, 0, 0), 1, apart={"A"})
    assert ours.bye is None
    assert [{two.white, two.black} for two in ours.pairs] == [{"B", "C"}]
