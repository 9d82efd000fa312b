"""Properties of all ratings."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.ratings.builders import PLAYERS, games, ratings, usual_ratings
from tournaments.competition.ratings import FLOOR, TimeClass, rate
from tournaments.competition.ratings.egf import bonus, con, expected_score_of_black, win_probability


@given(usual_ratings, usual_ratings)
def test_expectations_of_both_players_add_up_to_one(one, other):
    assert win_probability(one, other) + win_probability(other, one) == pytest.approx(1)


@given(usual_ratings, usual_ratings, usual_ratings)
def test_stronger_player_expects_more_and_changes_less(one, other, opponent):
    weak, strong = sorted((one, other))
    assert win_probability(weak, opponent) <= win_probability(strong, opponent)
    assert con(weak) >= con(strong) > 0
    assert bonus(weak) >= bonus(strong) > 0


@given(usual_ratings, usual_ratings, st.integers(0, 8))
def test_more_stones_never_lower_the_expectation_of_black(black, white, stones):
    assert expected_score_of_black(black, white, stones) <= expected_score_of_black(black, white, stones + 1)


@given(ratings, games(results="wb="))
@settings(max_examples=30)
def test_without_bonus_gain_and_loss_are_equal_in_units_of_con(before, played):
    rated = rate(before, played)
    units = sum(line.change / line.con for player in rated.values() for line in player.games)
    assert units == pytest.approx(0, abs=1e-9)


@given(ratings, games(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_order_of_games_does_not_matter(before, played, chance):
    shuffled = list(played)
    chance.shuffle(shuffled)
    assert rate(before, shuffled) == rate(before, played)


@given(ratings, games(), st.permutations(range(1, 6)))
@settings(max_examples=30)
def test_order_of_rounds_does_not_affect_the_last_digit(before, played, order):
    other = [replace(game, round=order[game.round - 1]) for game in played]
    one, two = rate(before, played), rate(before, other)
    assert {id_: one[id_].after for id_ in PLAYERS} == {id_: two[id_].after for id_ in PLAYERS}


@given(ratings, games(), st.sampled_from(TimeClass))
@settings(max_examples=30)
def test_nobody_ends_below_the_floor(before, played, time_class):
    assert all(player.after >= FLOOR for player in rate(before, played, time_class).values())


@given(ratings, games(results="b"), st.data())
@settings(max_examples=30)
def test_better_result_is_never_worse_and_affects_no_others(before, played, data):
    if not played:
        return
    chosen = data.draw(st.integers(0, len(played) - 1))
    lost = played[chosen]
    better = [*played[:chosen], replace(lost, white_score=1, black_score=0), *played[chosen + 1 :]]
    one, two = rate(before, played), rate(before, better)
    assert two[lost.white].after >= one[lost.white].after
    assert two[lost.black].after <= one[lost.black].after
    others = set(PLAYERS) - {lost.white, lost.black}
    assert all(one[id_] == two[id_] for id_ in others)


@given(ratings, games(), st.sampled_from(TimeClass))
@settings(max_examples=30)
def test_class_scales_changes_of_class_a(before, played, time_class):
    full, weighed = rate(before, played), rate(before, played, time_class)
    for id_ in PLAYERS:
        expected_gain = time_class.weight * (full[id_].change + full[id_].bonus)
        assert weighed[id_].change + weighed[id_].bonus == pytest.approx(expected_gain, abs=1e-9)
