"""What a director's change costs, and pairing around the games he has made by hand."""

from dataclasses import replace

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.history import Game
from tournaments.competition.pairing import CRITERIA, cost_of, edit_cost, pair_players


def test_an_edit_costs_what_it_changes():
    history = played("AB w, CD w", rounds=2)
    change = edit_cost(history, 2, [("A", "C"), ("B", "D")], [("A", "B"), ("C", "D")])
    assert change["repeated"] == -(10**15)
    assert change["base"] == 0
    assert change["total"] == sum(change[name] for name in CRITERIA) < 0


def test_swapping_colours_costs_nothing():
    history = played("AB w, CD w", rounds=2)
    change = edit_cost(history, 2, [("A", "C"), ("B", "D")], [("C", "A"), ("D", "B")])
    assert set(change.values()) == {0}


def test_an_unmade_pair_is_missed():
    history = fresh(0, 0, 0, 0)
    change = edit_cost(history, 1, [("A", "B"), ("C", "D")], [("A", "B")])
    assert change["total"] == -cost_of(history, 1, [("C", "D")]).total


def test_games_made_by_hand_stay_and_keep_their_table():
    history = fresh(0, 0, 0, 0, 0, 0)
    by_hand = Game(round=1, table=2, white="A", black="B")
    ours = pair_players(replace(history, games=(by_hand,)), 1, apart={"A", "B"})
    assert {frozenset((two.white, two.black)) for two in ours.pairs} <= {
        frozenset(two) for two in ("CD", "CE", "CF", "DE", "DF", "EF")
    }
    assert [two.table for two in ours.pairs] == [1, 3]
    assert ours.order == tuple("ABCDEF")


def test_a_bye_that_was_asked_for_leaves_the_rest_even():
    ours = pair_players(fresh(0, 0, 0), 1, apart={"A"})
    assert ours.bye is None
    assert [{two.white, two.black} for two in ours.pairs] == [{"B", "C"}]
