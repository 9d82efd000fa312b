"""Colours, stones and komi of a game."""

import pytest

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import pair_players
from tournaments.competition.settings import HandicapSettings


def only(history, round_=1, **options):
    (game,) = pair_players(history, round_, **options).pairs
    return game


@pytest.mark.parametrize(
    ("ranks", "handicap", "expected"),
    [
        ((-3, -5), {}, ("A", 1)),
        ((-5, -3), {}, ("B", 1)),
        ((-5, -9), {}, ("A", 3)),
        ((-5, -9), {"correction": 0}, ("A", 4)),
        ((3, -4), {}, ("A", 3)),
        ((3, -4), {"no_handicap_from": 8}, ("A", 6)),
        ((0, -19), {}, ("A", 9)),
        ((0, -19), {"ceiling": 5}, ("A", 5)),
    ],
)
def test_stones_follow_the_score(ranks, handicap, expected):
    game = only(fresh(*ranks, handicap=handicap))
    assert (game.white, game.handicap) == expected


def test_stones_by_rank_ignore_bar_and_score():
    history = fresh(-10, -25, handicap={"by_score": False, "ceiling": 20})
    assert only(history).handicap == 14
    assert only(fresh(-10, -25, handicap={"ceiling": 20})).handicap == 9


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [((-5, -6), ("A", 2)), ((-6, -5), ("B", 2)), ((-5, -9), ("A", 5)), ((-5, -19), ("A", 9))],
)
def test_negative_correction_adds_stones(ranks, expected):
    game = only(fresh(*ranks, handicap={"correction": -1}))
    assert (game.white, game.handicap) == expected


@pytest.mark.parametrize("ranks", [(-5, -5), (1, 3)], ids=["equals", "both above the threshold"])
def test_negative_correction_adds_no_stones_to_equals(ranks):
    """OpenGotha corrects differences only. Who had White less often has it, as in any even game."""
    history = played(
        "AC w, DB b",
        ranks=dict(zip("ABCD", (*ranks, -20, -20), strict=True)),
        absent={"C": {2}, "D": {2}},
        rounds=2,
        handicap=HandicapSettings(by_score=False, correction=-1),
    )
    game = only(history, 2)
    assert (game.white, game.handicap, game.komi) == ("B", 0, 6.5)


def test_swiss_score_gives_no_stones():
    history = fresh(-5, -9, system="swiss", criteria=("NBW",))
    assert only(history).handicap == 3


@pytest.mark.parametrize(("tournament", "even", "with_stones"), [(6.5, 6.5, 0.5), (7.0, 7.0, 0.0)])
def test_komi_of_a_handicap_game_is_a_half(tournament, even, with_stones):
    assert only(fresh(-5, -5, komi=tournament)).komi == even
    assert only(fresh(-5, -7, komi=tournament)).komi == with_stones


@pytest.mark.parametrize(
    ("ranks", "handicap", "expected"),
    [
        ((0, -9), {}, (8, 0.5)),
        ((0, -10), {}, (9, 0.5)),
        ((0, -13), {}, (9, -29.5)),
        ((0, -13), {"ceiling": 5}, (5, -69.5)),
        ((0, -13), {"ceiling": 0}, (0, 6.5)),
        ((0, -13), {"reverse_komi": 0}, (9, 0.5)),
        ((0, -13), {"reverse_komi": 2.5}, (9, -7.0)),
        ((-5, -5), {}, (0, 6.5)),
    ],
)
def test_difference_beyond_the_ceiling_gives_reverse_komi(ranks, handicap, expected):
    """As in the British league: nine stones, and ten points for each stone more."""
    game = only(fresh(*ranks, handicap={"reverse_komi": 10, **handicap}))
    assert (game.handicap, game.komi) == expected


@pytest.mark.parametrize("seed", range(8))
def test_player_with_fewer_whites_takes_white(seed):
    assert (
        only(played("AC w, BD b", "CB w, DA w", absent={"C": {3}, "D": {3}}, rounds=3), 3, seed=seed).white
        in "AB"
    )
    history = played("AB w", absent={"C": {1}, "B": {2}}, rounds=2)
    assert only(history, 2, seed=seed).white == "C"


def test_draw_decides_colours_of_equals():
    history = fresh(0, 0)
    drawn = [only(history, seed=seed).white for seed in range(40)]
    assert 10 <= drawn.count("A") <= 30
    assert drawn == [only(history, seed=seed).white for seed in range(40)]


def test_draw_differs_between_rounds():
    history = fresh(0, 0, rounds=30, mms_absent2=0)
    assert {only(history, round_).white for round_ in range(1, 31)} == {"A", "B"}


def test_ceiling_of_zero_gives_no_stones():
    assert only(fresh(-5, -9, handicap={"ceiling": 0})).handicap == 0
