"""Cup scores as OpenGotha counts them, for a played cup and by hand."""

import pytest

from tests.tournaments.competition.standings.builders import cup_16x4, played
from tournaments.competition.standings import main_scores, placement_key, standings


def scores(name, *rounds, **facts):
    history = played(*rounds, criteria=(name,), **{"system": "cup"} | facts)
    return [key[0] / 2 for key in placement_key(history, len(rounds)).values()]


def test_final_list_of_a_cup_equals_the_published_one():
    history, published = cup_16x4()
    rows = standings(history, 4).rows
    assert [row.entrant_id for row in rows] == published
    assert [row.place for row in rows] == list(range(1, 17))
    assert [row.plain() for row in rows] == [{"CPS": score} for score in range(15, -1, -1)]


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_players_with_equal_results_share_a_place_after_each_round(round_):
    history, _ = cup_16x4()
    places = [row.place for row in standings(history, round_).rows]
    together = 16 // 2**round_
    assert places == [1 + number // together * together for number in range(16)]


def test_score_doubles_and_adds_the_point_of_the_round():
    assert scores("CPS", "AB w", "AB b", "AB w") == [5, 2]


def test_jigo_is_a_half_and_both_may_win_or_lose():
    assert scores("CPS", "AB =", "AB 2", "AB 0") == [4, 4]


def test_defaults_count_and_missing_results_give_nothing():
    assert scores("CPS", "AB w!", "AB ?") == [2, 0]


def test_byes_and_absences_count_as_in_nbw_without_doubling():
    rounds = ("AB w", "AB w", "AC w")
    byes, absent = {1: "C"}, {"C": {2}}
    assert scores("CPS", *rounds, byes=byes, absent=absent) == [7, 0, 1]
    assert scores("CPS", *rounds, byes=byes, absent=absent, nbw_absent2=1) == [7, 0, 1]
    assert scores("CPS", *rounds, byes=byes, absent=absent, nbw_absent2=1, round_down=False) == [7, 0, 1.5]


def test_cup_scores_are_main_scores_of_cups_only():
    rounds = ("AB w", "AB w")
    assert main_scores(played(*rounds, system="cup"), 2) == {"A": 6, "B": 0}
    assert main_scores(played(*rounds, system="swiss"), 2) == {"A": 4, "B": 0}


TOP = {"A": 3, "B": 3, "C": 3, "D": 2}


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (("AB w, CD w", "AC w", "AD w"), [36 + 2 + 2, 33, 34 + 2, 32]),
        (("AB w, CD w", "AC b", "AD w"), [35 + 2, 33, 35 + 4, 32]),
        (("AB w, CD w",), [34, 33, 34, 32]),
    ],
)
def test_strasbourg_scores_add_two_for_each_stage_of_the_top_group(rounds, expected):
    """Three rounds: the quarterfinal is the first, the semifinal the second."""
    told = scores("STS", *rounds, ranks=TOP, system="mcmahon", rounds=3)
    if len(rounds) == 1:
        expected = [score + 2 * (score == 34) for score in expected]
    assert told == expected


def test_strasbourg_scores_below_the_bar_are_mcmahon_scores():
    rounds = ("AB w", "AB w", "AB w")
    assert scores("STS", *rounds, ranks={"A": 2, "B": 2}, system="mcmahon") == [35, 32]


def test_tournament_of_two_rounds_has_semifinals_only():
    rounds = ("AB w", "AB w")
    assert scores("STS", *rounds, ranks={"A": 3, "B": 3}, system="mcmahon") == [35 + 2, 33]


def test_sums_of_strasbourg_scores_are_corrected_for_stones_and_missed_rounds():
    rounds = ("AB w", "AC w2", "AB w")
    ranks = {"A": 3, "B": 3, "C": 1}
    assert scores("STS", *rounds, ranks=ranks, system="mcmahon") == [40, 33, 31]
    assert scores("SOSTS", *rounds, ranks=ranks, system="mcmahon") == [
        33 + (31 + 2) + 33,
        40 + 33 + 40,
        31 + (40 - 2) + 31,
    ]
