"""Large fields: matched from candidates, with a bound that can be checked."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.benchmarks.fields import field_of as synthetic
from tournaments.competition.pairing import matching, pair_players, pricing, weights
from tournaments.competition.pairing.bounds import (
    PARTS,
    initial_prices,
    prices_with_tolls,
    prices_without_tolls,
)
from tournaments.competition.pairing.field import field_of, layers_of
from tournaments.competition.pairing.matching import (
    DENSE_UP_TO,
    dense_matching,
    matching_from_candidates,
    matching_of,
    optimum_of,
)
from tournaments.competition.pairing.pricing import find_prices, odd_groups, split_by_layer
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import costs_at, table_of, total_weights
from tournaments.competition.settings import PairingSettings

SYSTEMS = ("mcmahon", "swiss", "swiss_categories")


def field(size, system, round_, **settings):
    history = synthetic(size, system=system, round_=round_, **settings)
    return field_of(history, round_, find_rules(history.settings.pairing.rules), 0)


@st.composite
def pair_values(draw, most=10**15):
    """The values of pairs of up to 12 players; some fields have only two values."""
    n = 2 * draw(st.integers(1, 6))
    low, high = draw(st.sampled_from([(0, 1), (0, 9), (-5 * most, 5 * most)]))
    upper = np.triu(draw(arrays(np.int64, (n, n), elements=st.integers(low, high))), k=1)
    return upper + upper.T


def exceeds(prices, total, i, j):
    """By how much the pair is worth more than its price."""
    toll = prices.toll[prices.kind[i], prices.kind[j]]
    return PARTS * int(total[i, j]) - int(prices.price[i] + prices.price[j] - toll)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("size", "round_"), [(20, 1), (90, 5)])
def test_candidates_give_the_optimum_of_the_dense_graph(system, size, round_):
    among = field(size, system, round_)
    total = total_weights(among)
    found = matching_from_candidates(total, layers_of(among), most=size * 30)
    best = dense_matching(total)
    assert (found.total, found.bound, found.is_optimal) == (best.total, best.total, True)
    assert 0 < found.candidates < size * (size - 1) // 2


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("size", "round_"), [(60, 2), (90, 5)])
def test_prices_started_from_pieces_give_the_same_optimum(system, size, round_, monkeypatch):
    monkeypatch.setattr(pricing, "PIECE", 8)
    among = field(size, system, round_)
    total, layers = total_weights(among), layers_of(among)
    assert len(split_by_layer(layers)) > (round_ > 2)
    found = matching_from_candidates(total, layers, most=size * 30)
    assert (found.total, found.is_optimal) == (dense_matching(total).total, True)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("size", "round_"), [(60, 1), (90, 5)])
def test_few_named_sets_and_completed_halves_give_the_same_optimum(system, size, round_, monkeypatch):
    monkeypatch.setattr(pricing, "NAMED", 2)
    monkeypatch.setattr(matching, "DENSE_UP_TO", 4)
    among = field(size, system, round_)
    total = total_weights(among)
    found = matching_from_candidates(total, layers_of(among), most=size * 30)
    assert (found.total, found.is_optimal) == (dense_matching(total).total, True)


def test_pieces_are_even_and_end_at_groups(monkeypatch):
    monkeypatch.setattr(pricing, "PIECE", 4)
    group = np.array([0] * 5 + [1] * 2 + [2] * 6 + [3] * 7)
    ends = [piece.tolist()[:: len(piece) - 1] for piece in split_by_layer([group])]
    assert ends == [[0, 5], [6, 13], [14, 19]]


@settings(max_examples=50)
@given(pair_values())
def test_no_pairing_exceeds_the_bound(total):
    best = dense_matching(total).total
    assert find_prices(total, ())[0].bound >= best
    assert initial_prices(total).raise_to(total).bound >= best


@settings(max_examples=50)
@given(pair_values(), st.data())
def test_no_pairing_exceeds_raised_prices(total, data):
    n = len(total)
    numbers = st.integers(-(10**15), 10**15)
    sets = data.draw(arrays(bool, (3, n)))
    tolls = data.draw(arrays(np.int64, 3, elements=st.integers(0, 10**15)))
    tolls[sets.sum(axis=1) % 2 == 0] = 0
    prices = prices_with_tolls(data.draw(arrays(np.int64, n, elements=numbers)), sets, tolls).raise_to(total)
    assert all(exceeds(prices, total, i, j) <= 0 for i, j in combinations(range(n), 2))
    assert prices.bound >= dense_matching(total).total


@settings(max_examples=50)
@given(pair_values(), st.lists(st.integers(0, 3), min_size=12, max_size=12), st.integers(0, 66))
def test_proved_total_is_the_optimum(total, groups, most):
    found = matching_from_candidates(total, [np.array(groups[: len(total)])], most=most)
    best = dense_matching(total).total
    assert found.total <= best <= found.bound
    assert optimum_of(total, range(len(total)), [np.array(groups)]) == best
    assert sorted(who for two in found.pairs for who in two) == list(range(len(total)))
    assert found.total == sum(int(total[two]) for two in found.pairs)


def test_three_separate_players_cannot_all_be_satisfied():
    """Two circles of three: each has the value 3 with half games, but one player must change the circle."""
    total = np.zeros((6, 6), dtype=np.int64)
    for i, j in [*combinations((0, 1, 2), 2), *combinations((3, 4, 5), 2)]:
        total[i, j] = total[j, i] = 2
    halves = prices_without_tolls(np.full(6, PARTS)).raise_to(total)
    assert (halves.bound, find_prices(total, ())[0].bound) == (6, 4)


def test_finds_runs_of_groups_with_an_odd_number_of_players():
    runs = odd_groups([np.array([0, 0, 0, 1, 2, 2, 3, 3, 3, 3])])
    assert {tuple(np.flatnonzero(run)) for run in runs} == {(0, 1, 2), (3, 4, 5)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_costs_of_a_few_pairs_equal_the_whole_table(system):
    among = field(130, system, 4, pairing=PairingSettings(random=10**9))
    pairs = [(i, 129 - i) for i in range(65)]
    table = table_of(among)
    assert costs_at(among, pairs) == [table.at(*two) for two in pairs]
    assert (total_weights(among) == table.total).all()


def test_large_round_is_always_paired_the_same():
    history = synthetic(DENSE_UP_TO + 31, round_=3)
    ours = pair_players(history, 3, seed=7)
    assert ours == pair_players(history, 3, seed=7)
    assert ours.bye is not None
    assert ours.total == ours.optimum == ours.bound == sum(two.total for two in ours.pairs)
    total = weights(history, 3, seed=7).total
    there = [i for i, id_ in enumerate(history.entrants) if id_ != ours.bye]
    assert ours.total == dense_matching(total[np.ix_(there, there)]).total
    assert 0 < ours.candidates < len(there) * 20


def test_order_of_players_decides_among_equals():
    total = np.ones((DENSE_UP_TO + 2,) * 2, dtype=np.int64)
    nodes = list(range(DENSE_UP_TO + 2))
    found = matching_of(total, nodes)
    assert found == matching_of(total, nodes)
    assert matching_of(total, nodes[::-1]).total == found.total == len(nodes) // 2
