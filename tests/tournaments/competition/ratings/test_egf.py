"""The formulas, against published examples and by clause."""

from math import exp, log

import pytest

from tests.tournaments.competition.ratings.builders import game
from tournaments.competition.ratings import FLOOR, TimeClass, rate
from tournaments.competition.ratings.egf import beta, bonus, con, expected_score_of_black, win_probability


def after(white, black, result, *, handicap=0, time_class=TimeClass.A):
    """Ratings of White and Black after one game."""
    rated = rate({"W": white, "B": black}, [game("W", "B", result, handicap=handicap)], time_class)
    return rated["W"].after, rated["B"].after


@pytest.mark.parametrize(
    ("rating", "opponent", "result", "published"),
    [
        (2100, 2100, "w", 2109.306),
        (2674.564, 2611.051, "b", 2670.456),
        (950, 1200, "w", 988.790),
        (1200, 950, "b", 1173.168),
    ],
)
def test_equals_published_examples(rating, opponent, result, published):
    assert round(after(rating, opponent, result)[0], 3) == published


def test_first_example_has_its_published_terms():
    assert con(2100) == pytest.approx(6**1.6)
    assert beta(2300) == pytest.approx(-7 * log(1000))
    assert bonus(2100) == pytest.approx(log(1 + exp(2.5)) / 5)
    assert win_probability(2100, 2100) == 0.5


def test_bonus_is_finite_for_any_rating():
    assert bonus(-1_000_000) == pytest.approx((1_000_000 + 2300) / 400)


def test_game_line_has_all_terms():
    rated = rate(
        {"W": 2300.0, "B": 2000.0}, [game("W", "B", "b", handicap=3, number=2, table=4)], TimeClass.C
    )
    line = rated["B"].games[0]
    assert (line.round, line.table, line.opponent, line.opponent_rating) == (2, 4, "W", 2300.0)
    assert (line.colour, line.handicap, line.sa) == ("black", 3, 1)
    assert rated["W"].games[0].colour == "white"
    assert line.con == con(2000)
    assert line.se == pytest.approx(1 / (1 + exp(beta(2300) - beta(2250))))
    assert line.change == pytest.approx(0.5 * con(2000) * (1 - line.se))
    assert line.bonus == pytest.approx(0.5 * bonus(2000))
    assert rated["B"].after == pytest.approx(2000 + line.change + line.bonus)


def test_stones_shift_beta_of_black_only():
    assert expected_score_of_black(2000, 2050, 1) == 0.5
    assert expected_score_of_black(2000, 2250, 3) == 0.5
    line = rate({"W": 2250.0, "B": 2000.0}, [game("W", "B", "=", handicap=3)])["B"].games[0]
    assert (line.con, line.bonus) == (con(2000), bonus(2000))


@pytest.mark.parametrize("stones", [6, 9])
def test_stones_beyond_the_scale_make_black_certain_to_win(stones):
    assert expected_score_of_black(2750, 2800, stones) == 1.0
    white, black = after(2800, 2750, "b", handicap=stones)
    assert white == pytest.approx(2800 + bonus(2800))
    assert black == pytest.approx(2750 + bonus(2750))


@pytest.mark.parametrize(
    ("time_class", "weight"),
    [(TimeClass.A, 1), (TimeClass.B, 0.75), (TimeClass.C, 0.5), (TimeClass.D, 0.25)],
)
def test_class_weighs_change_and_bonus(time_class, weight):
    full = after(2100, 1900, "b")[0] - 2100
    assert after(2100, 1900, "b", time_class=time_class)[0] - 2100 == pytest.approx(weight * full)


def test_jigo_is_half_a_win_and_double_loss_is_a_loss_of_both():
    assert after(2100, 2100, "=") == pytest.approx((2100 + bonus(2100),) * 2)
    assert after(2100, 2100, "0") == pytest.approx((2100 - con(2100) / 2 + bonus(2100),) * 2)
    assert after(2100, 2100, "2") == pytest.approx((2100 + con(2100) / 2 + bonus(2100),) * 2)


def test_nobody_falls_below_30_kyu():
    before = {"A": -890.0, "B": -890.0, "C": -890.0}
    games = [game("A", "B", "b", number=1), game("A", "C", "b", number=2)]
    rated = rate(before, games)
    assert rated["A"].after == FLOOR
    assert before["A"] + rated["A"].change + rated["A"].bonus < FLOOR


def test_every_game_uses_the_ratings_before_the_event():
    ratings = {"A": 2100.0, "B": 2100.0, "C": 2000.0}
    both = rate(ratings, [game("A", "B", "w"), game("A", "C", "w", number=2)])
    alone = rate(ratings, [game("A", "C", "w", number=2)])
    assert both["A"].games[1] == alone["A"].games[0]
    assert both["C"] == alone["C"]


def test_player_without_games_keeps_the_rating():
    rated = rate({"A": 1234.5}, [])["A"]
    assert (rated.before, rated.after, rated.games) == (1234.5, 1234.5, ())
