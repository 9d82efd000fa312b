"""Draw-up and draw-down by hand; a fifth of the weight is 2e7."""

from dataclasses import replace

import numpy as np
import pytest

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import RULES, weights
from tournaments.competition.pairing.compared import all_pairs
from tournaments.competition.pairing.criteria import draw_up_down
from tournaments.competition.pairing.field import field_of
from tournaments.competition.pairing.standing import standings_before
from tournaments.competition.settings import DrawPlace, PairingSettings

MIDDLE, TOP, BOTTOM = DrawPlace.MIDDLE, DrawPlace.TOP, DrawPlace.BOTTOM


def moved(**pairing):
    """Before round 4: A 3 points, twice down; B 2, once up; C 1, once down; D 0, twice up; E 0, never."""
    return played(
        "AB w, CD w",
        "AD w, CB b",
        "BC w, AD w",
        absent={"E": {1, 2, 3}},
        rounds=4,
        pairing=PairingSettings(**pairing),
    )


def test_counts_moves_between_groups():
    standings = standings_before(moved(), 4, RULES["opengotha-3.52-2"])
    assert {id_: (s.drawn_up, s.drawn_down) for id_, s in standings.items()} == {
        "A": (0, 2),
        "B": (1, 0),
        "C": (0, 1),
        "D": (2, 0),
        "E": (0, 0),
    }


def test_higher_category_is_the_upper_group_regardless_of_scores():
    """B has won round 1 and A has not; A is in the higher category."""
    history = played("CA w, BD w", "AB w", ranks={"B": -1, "D": -1}, categories=(0,), rounds=3)
    standings = standings_before(history, 3, RULES["opengotha-3.52-2"])
    assert {id_: (s.drawn_up, s.drawn_down) for id_, s in standings.items()} == {
        "A": (0, 1),
        "B": (1, 0),
        "C": (0, 0),
        "D": (0, 0),
    }


@pytest.mark.parametrize(
    ("pair", "level", "uncompensated"),
    [("AB", 0, 0), ("AE", 1, 1), ("AC", 2, 2), ("BE", 3, 2), ("BC", 4, 2)],
    ids=["both again", "one again", "again and corrected", "one corrected", "both corrected"],
)
def test_level_depends_on_earlier_moves(pair, level, uncompensated):
    """All alone in their groups or at an end of two: in the middle mode places add nothing."""
    assert weights(moved(), 4).of(*pair)["draw"] == level * 20_000_000
    bare = weights(moved(compensate_draws=False), 4)
    assert bare.of(*pair)["draw"] == uncompensated * 20_000_000


def test_repeated_moves_outweigh_corrections():
    """A, up twice and down once, would be moved down; B, up once and down twice, would be moved up."""
    field = field_of(fresh(1, 0), 1, RULES["house"], 0)
    field = replace(field, drawn_up=np.array([2, 1]), drawn_down=np.array([1, 2]))
    assert draw_up_down(all_pairs(field))[0, 1] == 0


@pytest.mark.parametrize(
    ("up", "down", "best"),
    [(MIDDLE, MIDDLE, "CD"), (BOTTOM, TOP, "AF"), (TOP, BOTTOM, "EB"), (TOP, MIDDLE, "CB")],
)
def test_prefers_the_configured_places_in_the_group(up, down, best):
    """A, C and E have won, B, D and F have lost, in this order."""
    pairing = PairingSettings(draw_up=up, draw_down=down, rating_in_first=False)
    table = weights(played("AB w, CD w, EF w", rounds=2, pairing=pairing), 2)
    across = {upper + lower: table.of(upper, lower)["draw"] for upper in "ACE" for lower in "BDF"}
    assert across[best] == max(across.values()) == 40_000_000 + 2 * 6_666_666
    assert list(across.values()).count(across[best]) == 1


def test_351_considers_at_most_three_groups():
    history = fresh(3, 0, -1)
    assert [weights(history, 1, "opengotha-3.51").of("A", id_)["draw"] for id_ in "BC"] == [40_000_000, 0]
    assert [weights(history, 1, "opengotha-3.52").of("A", id_)["draw"] for id_ in "BC"] == [40_000_000] * 2


def test_other_category_takes_the_fourth_power():
    history = fresh(3, 0, -9, categories=(2, -5))
    assert [weights(history, 1).of("A", id_)["draw"] for id_ in "BC"] == [2_500_000, 493_827]


def test_no_move_inside_a_group():
    assert weights(fresh(0, 0), 1).of("A", "B")["draw"] == 0
