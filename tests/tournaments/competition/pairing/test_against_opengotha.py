"""Comparison with OpenGotha: every cost of every pair (3.52), and the optimum that was played (3.51)."""

import pytest

from tests.tournaments.competition.pairing.builders import PLAYED, paired_by_351, swiss_32x7
from tournaments.competition.pairing import cost_of, pair_players, weights
from tournaments.competition.pairing.field import field_of
from tournaments.competition.pairing.rulesets import OPENGOTHA_3_51
from tournaments.competition.pairing.tables import sort_by_table

ROUNDS = [(name, round_) for name in PLAYED for round_ in range(1, 4 if name == "mcmahon_21x3" else 8)]


@pytest.mark.parametrize("round_", [1, 3, 5, 7])
def test_ten_costs_of_all_496_pairs_equal_opengotha(round_):
    history, expected = swiss_32x7()
    table = weights(history, round_, "opengotha-3.52")
    costs = {(one, other): costs for one, other, costs in table.rows()}
    assert len(table) == len(costs) == 496
    assert costs == expected[round_]


@pytest.mark.parametrize(("name", "round_"), ROUNDS)
def test_played_pairing_has_exactly_our_optimum(name, round_):
    history = paired_by_351(name)
    played = [(game.white, game.black) for game in history.games_of(round_)]
    ours = pair_players(history, round_)
    assert ours.rules == "opengotha-3.51"
    assert ours.total == ours.optimum == cost_of(history, round_, played).total


def test_rule_versions_differ_in_a_played_round():
    history = paired_by_351("mcmahon_21x3")
    played = [(game.white, game.black) for game in history.games_of(2)]
    assert (
        pair_players(history, 2, rules="opengotha-3.52").total
        > cost_of(history, 2, played, "opengotha-3.52").total
    )


def test_absent_player_counts_in_groups_under_351_only():
    history = paired_by_351("swiss_23x7")
    (absent,) = (id_ for id_, entrant in history.entrants.items() if not entrant.present_in(5))
    assert absent in pair_players(history, 5, rules="opengotha-3.51").order
    assert absent not in pair_players(history, 5, rules="opengotha-3.52").order


@pytest.mark.parametrize(("name", "round_"), ROUNDS)
def test_stones_and_decided_colours_equal_opengotha(name, round_):
    history = paired_by_351(name)
    played = {frozenset((game.white, game.black)): game for game in history.games_of(round_)}
    field = field_of(history, round_, OPENGOTHA_3_51, 0)
    balance = dict(zip(field.ids, field.balance.tolist(), strict=True))
    for ours in pair_players(history, round_).pairs:
        game = played.get(frozenset((ours.white, ours.black)))
        if game and balance[game.white] != balance[game.black]:
            assert (ours.white, ours.black, ours.handicap) == (game.white, game.black, game.handicap)


@pytest.mark.parametrize(
    ("name", "round_"),
    [("mcmahon_21x3", 2), ("mcmahon_21x3", 3), ("swiss_23x7", 5), ("swiss_23x7", 6), ("swiss_23x7", 7)],
)
def test_tables_are_numbered_by_the_weaker_player(name, round_):
    """In these rounds no two games are level, so that there is only one order."""
    history = paired_by_351(name)
    field = field_of(history, round_, OPENGOTHA_3_51, 0)
    index = {id_: i for i, id_ in enumerate(field.ids)}
    games = sorted(history.games_of(round_), key=lambda game: game.table)
    played = [(index[game.white], index[game.black]) for game in games]
    assert sort_by_table(reversed(played), field.overall) == played
