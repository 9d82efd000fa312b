"""Each criterion by hand. 27 groups: McMahon, floor 20 kyu, bar 4 dan, round 1."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import weights
from tournaments.competition.settings import HandicapSettings, PairingSettings, Seeding

E11, E13 = 10**11, 10**13


def cost(name, history, one, other, round_=1, rules=None):
    return weights(history, round_, rules).of(one, other)[name]


def test_base_is_one():
    assert cost("base", fresh(0, 0), "A", "B") == 1


def test_second_game_loses_the_repeated_value_in_either_colour():
    history = played("AB w, CD w", rounds=2)
    assert [cost("repeated", history, "B", other, 2) for other in "ACD"] == [0, 5 * E13 * 10, 5 * E13 * 10]


def test_random_value_is_between_zero_and_its_maximum():
    history = fresh(0, 0, 0, 0, pairing={"random": 1000})
    drawn = [costs["random"] for _, _, costs in weights(history, 1).rows()]
    assert all(0 <= value <= 1000 for value in drawn)
    assert len(set(drawn)) > 1
    assert drawn != [costs["random"] for _, _, costs in weights(history, 1, seed=1).rows()]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [("AB", 1_000_000), ("AD", 500_000), ("BC", 0), ("BD", 0)],
    ids=["opposite", "two off and even", "both too many Blacks", "one off and even"],
)
def test_colours_equal_values_computed_by_hand(pair, expected):
    history = played("AB w", "AC w", absent={"B": {2}, "C": {1}, "D": {1, 2}}, rounds=3)
    assert cost("colours", history, *pair, round_=3) == expected


def test_colours_count_in_even_games_only():
    stones = played("AB w3", "AC w3", absent={"B": {2}, "C": {1}, "D": {1, 2}}, rounds=3)
    assert cost("colours", stones, "A", "D", 3) == 0
    even = {"handicap": HandicapSettings(ceiling=0)}
    for settings, expected in ((even, 500_000), ({}, 0)):
        history = played("AB w", "AC w", absent={"D": {1, 2}}, ranks={"A": -5}, rounds=3, **settings)
        assert cost("colours", history, "A", "D", 3) == expected


def test_category_equals_values_computed_by_hand():
    one = fresh(3, 3, pairing={"avoid_mixing_categories": 2 * E13})
    three = fresh(3, 0, -9, categories=(2, -5), pairing={"avoid_mixing_categories": 2 * E13})
    assert cost("category", one, "A", "B") == 0
    assert cost("category", three, "A", "B") == 15_555_555_555_555  # f(1/3) = 7/9
    assert cost("category", three, "A", "C") == 8_888_888_888_888  # f(2/3) = 4/9


def test_score_equals_values_computed_by_hand():
    history = fresh(3, 3, 0, -20)
    assert cost("score", history, "A", "B") == E11
    assert cost("score", history, "A", "C") == 93_827_160_493  # f(1/9) = 76/81
    assert cost("score", history, "A", "D") == 21_124_828_532  # f(23/27) = 4/27 * 77/54


def test_score_is_zero_across_categories():
    history = fresh(3, 3, 2, categories=(3,))
    assert [cost("score", history, "A", other) for other in "BC"] == [E11, 0]


def test_handicap_follows_the_scores():
    history = fresh(3, 3, 0, pairing={"minimise_handicap": E11})
    assert [cost("handicap", history, "A", other) for other in "BC"] == [E11, 93_827_160_493]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [("AB", 0), ("AC", 2_932_098_766), ("AD", 8_745_541_839), ("AE", 9_969_821_674)],
    ids=["both the same", "other country", "other club", "both differ"],
)
def test_geography_equals_values_computed_by_hand(pair, expected):
    """The ratios are 0, 1.5/27, 4.1/27 and 4.6/27."""
    history = fresh(-5, -5, -5, -5, -5, countries=["FR", "FR", "DE", "FR", "DE"], clubs=[*"PPPQQ"])
    assert cost("geography", history, *pair) == expected


@pytest.mark.parametrize("rules", ["opengotha-3.52", "house"])
def test_strong_players_waive_geography(rules):
    switches = {"strong_at_bar": False, "strong_by_wins": False}
    history = fresh(-5, -5, 0, 0, pairing=switches, clubs="PPPP", countries=["FR"] * 4)
    assert cost("geography", history, "A", "B", rules=rules) == 0
    assert cost("geography", history, "A", "C", rules=rules) == E11 // 2
    assert cost("geography", history, "C", "D", rules=rules) == E11
    assert cost("geography", history, "C", "D", rules="opengotha-3.51") == 0


@pytest.mark.parametrize("rules", ["opengotha-3.52", "house"])
def test_two_without_a_club_share_one_except_under_our_rules(rules):
    history = fresh(-5, -5, -5, countries=["FR"] * 3, clubs=["", "", "P"])
    apart = cost("geography", history, "A", "C", rules=rules)
    assert apart > 0
    assert cost("geography", history, "A", "B", rules=rules) == (apart if rules == "house" else 0)


@pytest.mark.parametrize(
    ("switch", "settings", "expected"),
    [
        ("strong_at_bar", {"bar": -5}, E11),
        ("strong_at_bar", {"bar": -4}, 0),
        ("strong_by_wins", {"rounds": 2}, E11),
        ("strong_by_wins", {"rounds": 3}, 0),
    ],
)
def test_finds_strong_players_in_a_mcmahon(switch, settings, expected):
    """A and C have started at 5 kyu and have won one game; the rank threshold is out of reach."""
    off = {"strong_from": 8, "strong_at_bar": False, "strong_by_wins": False}
    history = played(
        "AB w, CD w", ranks=dict.fromkeys("ABCD", -5), system="mcmahon", **settings | {"rounds": 3}
    )
    history = replace(history, settings=replace(history.settings, **settings))
    for value, worth in ((True, expected), (False, 0)):
        pairing = PairingSettings(**off | {switch: value})
        again = replace(history, settings=replace(history.settings, pairing=pairing))
        assert cost("geography", again, "A", "C", 2) == worth


@pytest.mark.parametrize(("rounds", "by_wins", "expected"), [(2, True, E11), (3, True, 0), (2, False, 0)])
def test_finds_strong_players_in_a_swiss(rounds, by_wins, expected):
    """A and C have won one game; neither their rank nor the bar counts."""
    pairing = PairingSettings(strong_by_wins=by_wins, strong_from=-30)
    history = played("AB w, CD w", rounds=rounds, pairing=pairing)
    assert cost("geography", history, "A", "C", 2) == expected


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        (Seeding.SLIP, {"AC": 5_000_000, "BD": 5_000_000, "AB": 3_750_000, "AD": 3_750_000}),
        (Seeding.FOLD, {"AD": 5_000_000, "BC": 5_000_000, "AB": 2_777_778, "AC": 4_444_445}),
    ],
)
def test_seeding_equals_values_computed_by_hand(system, expected):
    history = fresh(0, 0, 0, 0, pairing={"seeding_first": system})
    assert {pair: cost("seeding", history, *pair) for pair in expected} == expected


def test_random_seeding_prefers_different_halves():
    history = fresh(0, 0, 0, 0, pairing={"seeding_first": Seeding.RANDOM})
    assert cost("seeding", history, "A", "B") == cost("seeding", history, "C", "D") == 0
    drawn = {cost("seeding", history, *pair) for pair in ("AC", "AD", "BC", "BD")}
    assert len(drawn) > 1
    assert all(4_000_000 <= value <= 5_000_000 for value in drawn)


def test_second_seeding_system_follows_the_first():
    pairing = {"seeding_first": Seeding.SLIP, "seeding_second": Seeding.FOLD, "first_seeding_until": 1}
    history = fresh(0, 0, 0, 0, pairing=pairing, mms_absent2=0)
    assert [cost("seeding", history, "A", "D", round_) for round_ in (1, 2)] == [3_750_000, 5_000_000]


def test_seeding_is_zero_across_groups():
    assert cost("seeding", fresh(0, -1), "A", "B") == 0


def test_equal_scores_in_two_categories_are_two_groups():
    history = fresh(0, 0, -1, system="swiss", criteria=("NBW",), categories=(0,))
    assert [cost("seeding", history, "A", other) > 0 for other in "BC"] == [True, False]
    assert [cost("draw", history, "A", other) > 0 for other in "BC"] == [False, True]


def test_rating_breaks_ties_if_the_phase_uses_it():
    pairing = {"seeding_first": Seeding.FOLD, "first_seeding_until": 1}
    history = fresh(0, 0, 0, 0, ratings=[2100, 2050, 2120, 2060], pairing=pairing, mms_absent2=0)
    # by rating C A D B in round 1, by name A B C D in round 2
    assert [cost("seeding", history, "C", "B", round_) for round_ in (1, 2)] == [5_000_000, 5_000_000]
    assert [cost("seeding", history, "A", "D", round_) for round_ in (1, 2)] == [5_000_000, 5_000_000]
    assert [cost("seeding", history, "A", "B", round_) for round_ in (1, 2)] == [4_444_445, 2_777_778]
