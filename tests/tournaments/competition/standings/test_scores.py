"""Points from games, byes and absences, and start scores."""

import pytest

from tests.tournaments.competition.standings.builders import played
from tournaments.competition.history import Entrant
from tournaments.competition.settings import Settings
from tournaments.competition.standings import (
    cards,
    main_scores,
    main_scores_by_round,
    mms_scores,
    nbw_scores,
    start_score2,
    start_scores,
)


@pytest.mark.parametrize(
    ("outcome", "white2", "black2"),
    [
        ("w", 2, 0),
        ("b", 0, 2),
        ("=", 1, 1),
        ("2", 2, 2),
        ("0", 0, 0),
        ("?", 0, 0),
        ("w!", 2, 0),
        ("0!", 0, 0),
    ],
)
def test_game_gives_points_by_its_result(outcome, white2, black2):
    assert nbw_scores(played(f"AB {outcome}"), 1) == {"A": white2, "B": black2}


@pytest.mark.parametrize(
    ("rank", "correction", "score"),
    [(-30, 0, 10), (-20, 0, 10), (-19, 0, 11), (0, 0, 30), (3, 0, 33), (8, 0, 33), (8, 2, 35), (-25, -1, 9)],
)
def test_start_score_is_rank_between_floor_and_bar_plus_correction(rank, correction, score):
    entrant = Entrant(id="A", rank=rank, rating=0, correction=correction)
    assert start_score2(entrant, Settings(floor=-20, bar=3)) == 2 * score


def test_start_scores_are_mcmahon_scores_before_the_first_round():
    history = played("AB w", ranks={"A": 2, "B": -3}, system="mcmahon")
    assert start_scores(history) == mms_scores(history, 0) == {"A": 64, "B": 54}


def test_bye_is_a_point_and_absence_half_a_mcmahon_point():
    history = played("AB w", byes={1: "C"}, absent={"D": {1}}, round_down=False)
    assert nbw_scores(history, 1) == {"A": 2, "B": 0, "C": 2, "D": 0}
    assert mms_scores(history, 1) == {"A": 62, "B": 60, "C": 62, "D": 61}


def test_unpaired_present_player_gets_no_points():
    history = played("AB w", ranks={"C": 0}, mms_absent2=2)
    assert mms_scores(history, 1)["C"] == 60


def test_half_points_of_absences_are_rounded_down_in_their_sum():
    absent = {"C": {1, 2, 3}}
    history = played("AB w", "AB w", "AB w", absent=absent, system="mcmahon")
    assert main_scores_by_round(history, 3)["C"] == (60, 60, 62, 62)
    history = played("AB w", "AB w", "AB w", absent=absent, system="mcmahon", round_down=False)
    assert main_scores_by_round(history, 3)["C"] == (60, 61, 62, 63)


def test_half_point_of_jigo_is_not_rounded():
    history = played("AB =", "", absent={"A": {2}}, system="mcmahon")
    assert main_scores(history, 2) == {"A": 61, "B": 61}


def test_game_counts_despite_declared_absence():
    history = played("AB w", absent={"A": {1}}, nbw_absent2=1, round_down=False)
    assert nbw_scores(history, 1)["A"] == 2


def test_values_of_bye_and_absence_are_settings():
    history = played("AB w", byes={1: "C"}, absent={"D": {1}}, nbw_bye2=1, nbw_absent2=2, round_down=False)
    assert nbw_scores(history, 1) == {"A": 2, "B": 0, "C": 1, "D": 2}


def test_system_determines_the_main_score():
    assert main_scores(played("AB w"), 1) == {"A": 2, "B": 0}
    assert main_scores(played("AB w", system="mcmahon"), 1) == {"A": 62, "B": 60}


def test_later_rounds_do_not_count():
    history = played("AB w", "AB b", "AB b", byes={3: "C"})
    assert nbw_scores(history, 1) == {"A": 2, "B": 0, "C": 0}
    assert nbw_scores(history, 0) == {"A": 0, "B": 0, "C": 0}


def test_card_lists_opponents_and_missed_rounds():
    card = cards(played("AB b3", "", "CA w!"), 3)["A"]
    seen = [(met.round, met.opponent, met.points2, met.stones, met.played) for met in card.meetings]
    assert seen == [(1, "B", 0, 3, True), (3, "C", 0, 0, False)]
    assert card.missed_rounds == 1
