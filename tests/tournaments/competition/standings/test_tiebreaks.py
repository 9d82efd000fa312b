"""Each tie-break in tournaments small enough to compute by hand."""

from hashlib import blake2b

import pytest

from tests.tournaments.competition.standings.builders import played
from tournaments.competition.standings import (
    CRITERIA,
    UnknownCriterion,
    find_criterion,
    placement_key,
    tiebreaks,
)
from tournaments.competition.standings.measures import MEASURES


def column(name, *rounds, **facts):
    """One criterion of A, B, C, ... after all rounds, as people read it."""
    history = played(*rounds, criteria=(name,), **facts)
    unit = find_criterion(name, history.settings.system).unit
    return [key[0] / unit for key in placement_key(history, len(rounds)).values()]


def five(name, system):
    """A beat B and C and lost to D; B beat E; C had the bye of round 3; D was away for two rounds."""
    return column(name, "AB w", "AC w", "DA w, BE w", byes={3: "C"}, absent={"D": {1, 2}}, system=system)


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("NBW", [2, 1, 1, 1, 0]),
        ("SOSW", [3, 2, 2, 2, 1]),
        ("SOSW-1", [2, 2, 2, 2, 1]),
        ("SOSW-2", [1, 2, 2, 2, 1]),
        ("SOSOSW", [6, 4, 3, 3, 2]),
        ("SODOSW", [2, 0, 0, 2, 0]),
        ("CUSSW", [5, 1, 1, 1, 0]),
    ],
)
def test_computes_sums_over_wins(name, scores):
    assert five(name, "swiss") == scores


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("MMS", [32, 31, 31, 32, 30]),
        ("SOSM", [94, 92, 92, 92, 91]),
        ("SOSM-1", [63, 62, 62, 62, 61]),
        ("SOSM-2", [32, 32, 32, 32, 31]),
        ("SOSOSM", [276, 275, 274, 274, 272]),
        ("SODOSM", [62, 30, 0, 32, 0]),
        ("CUSSM", [31 + 32 + 32, 30 + 30 + 31, 30 + 30 + 31, 30 + 31 + 32, 90]),
    ],
)
def test_computes_sums_over_mcmahon_scores(name, scores):
    assert five(name, "mcmahon") == scores


@pytest.mark.parametrize(("name", "scores"), [("SOSM", [30, 28]), ("SODOSM", [30, 0]), ("SOSW", [0, 1])])
def test_handicap_corrects_sums_over_mcmahon_scores_only(name, scores):
    assert column(name, "AB w3", ranks={"A": 0, "B": -3}) == scores


def test_sosm_without_the_smallest_is_the_larger_term_after_two_rounds():
    assert column("SOSM-1", "AB w", "AC w", ranks={"B": 3, "C": -1}) == [33, 33, 32]
    assert column("SOSM-2", "AB w", "AC w", ranks={"B": 3, "C": -1}) == [0, 0, 0]


def test_jigo_gives_a_quarter_of_half_a_point():
    assert column("SODOSW", "AB =") == [0.25, 0.25]
    assert find_criterion("SODOS", "swiss").unit == 4


def test_unplayed_games_may_count_half_for_opponents():
    rounds = ("AB w!", "AC w")
    assert column("SOSW", *rounds) == [0, 2, 2]
    assert column("SOSW", *rounds, not_played_counts_half=True) == [1.5, 1.5, 1.5]
    assert column("NBW", *rounds, not_played_counts_half=True) == [2, 0, 0]


def test_game_without_result_counts_as_unplayed():
    assert column("SOSW", "AB ?", not_played_counts_half=True) == [0.5, 0.5]
    assert column("SOSW", "AB ?") == [0, 0]


def test_counts_attempts_against_stronger_players():
    rounds = ("AB w", "BC w")
    ranks = {"A": -2, "B": 0, "C": -1}
    assert column("EXT", *rounds, ranks=ranks) == [3 * 1, 0, 2 * 1]
    assert column("EXR", *rounds, ranks=ranks) == [3 * 1, 0, 0]


def test_extra_stone_counts_as_an_attempt_of_white():
    assert column("EXT", "AB w2", "BC w", ranks={"A": 0, "B": -1, "C": -5}) == [2 * 1, 0, 3 * 1]


@pytest.mark.parametrize(
    ("rounds", "wins"),
    [
        (("AB w", "BC w", "AC w"), [2, 1, 0]),
        (("AB w", "BC w", "CA w"), [1, 1, 1]),
        (("AB w", "BC w"), [0, 0, 0]),
        (("AB w", "BC w", "AC ="), [0, 0, 0]),
        (("AB w", "BC w", "AC w!"), [0, 0, 0]),
        (("AB w", "BA w"), [0, 0]),
        (("AB w", "BA b"), [1, 0]),
        (("AB 2",), [0, 0]),
    ],
)
def test_computes_simplified_direct_confrontation(rounds, wins):
    assert column("SDC", *rounds) == wins


@pytest.mark.parametrize(
    ("rounds", "values"),
    [
        (("AB w", "BC w"), [2, 1, 0]),
        (("AB w", "BC w", "CA w", "CD w"), [3, 3, 3, 0]),
        (("AB w, CD w",), [2, 0, 2, 0]),
        (("AB w!",), [0, 0]),
        (("AB w", "BA w"), [0, 0]),
        (("AB w", "BA b"), [1, 0]),
    ],
)
@pytest.mark.parametrize("name", ["DC", "DCL"])
def test_computes_direct_confrontation(name, rounds, values):
    assert column(name, *rounds) == values


def test_direct_confrontation_equals_the_example_in_opengotha():
    """``mw.go.confrontation.Confrontation.main``: players 1 to 6, and what comes after DC as ranks here.

    1, 2 and 3 are a cycle; 1 and 3 beat 4, 5 beat 2. From below it takes 6, 4, 2, then 1 and 3, then 5.
    """
    after = {"A": 4, "B": 3, "C": 4, "D": 4, "E": 1, "F": 2}
    games = ("CA w", "AB w", "BC w", "AD w", "CD w", "EB w")
    history = played(*games, ranks=after, criteria=("DC", "RANK"))
    assert [key[0] for key in placement_key(history, 6).values()] == [4, 2, 4, 1, 5, 0]


@pytest.mark.parametrize(("ranks", "order"), [((0, 2, 1), "ABC"), ((0, 1, 2), "CAB")])
def test_entrant_without_games_is_placed_by_later_criteria(ranks, order):
    """A beat B. From below: the lower of B and C, then the lower of who is left."""
    history = played("AB w", ranks=dict(zip("ABC", ranks, strict=True)), criteria=("DC", "RANK"))
    keys = placement_key(history, 1)
    assert "".join(sorted(keys, key=keys.get, reverse=True)) == order


def test_by_levels_later_criteria_break_only_remaining_ties():
    history = played("AB w", ranks={"A": 0, "B": 1, "C": 2}, criteria=("DCL", "RANK"))
    assert placement_key(history, 1) == {"A": (1, 0), "B": (0, 1), "C": (0, 2)}


@pytest.mark.parametrize("name", ["SDC", "DC", "DCL"])
def test_confrontation_considers_only_tied_entrants(name):
    history = played("AB w, CD w", "BC w, DA b", criteria=("NBW", name))
    assert placement_key(history, 2) == {"A": (4, 0), "B": (2, 1), "C": (2, 0), "D": (0, 0)}


def test_provisional_entrant_does_not_affect_confrontation():
    history = played("AB w", provisional="C", criteria=("SDC",))
    assert placement_key(history, 1) == {"A": (1,), "B": (0,), "C": (0,)}


def test_category_is_its_number_with_the_first_best():
    history = played("AB w", "AC w", ranks={"A": -9, "B": 3, "C": -5}, categories=(0, -5), criteria=("CAT",))
    assert placement_key(history, 2) == {"A": (-3,), "B": (-1,), "C": (-2,)}
    assert CRITERIA["CATEGORY"].plain(-2) == 2


def test_rank_and_rating_are_as_entered():
    assert column("Rank", "AB w", ranks={"A": -4, "B": 2}) == [-4, 2]
    assert column("RATING", "AB w") == [2100, 2100]


@pytest.mark.parametrize(
    ("name", "swiss", "mcmahon"),
    [
        ("SOS", "SOSW", "SOSM"),
        ("SOS-1", "SOSW-1", "SOSM-1"),
        ("SOS-2", "SOSW-2", "SOSM-2"),
        ("sosos", "SOSOSW", "SOSOSM"),
        ("SODOS", "SODOSW", "SODOSM"),
        ("CUSS", "CUSSW", "CUSSM"),
        ("SOSWM1", "SOSW-1", "SOSW-1"),
        ("SOSMM2", "SOSM-2", "SOSM-2"),
        ("CAT", "CATEGORY", "CATEGORY"),
        ("Rating", "RATING", "RATING"),
        ("ROS", "CUSSW", "CUSSM"),
        ("Buchholz", "SOSW", "SOSW"),
        ("Buchholz-1", "SOSW-1", "SOSW-1"),
        ("Sonneborn-Berger", "SODOSW", "SODOSW"),
        ("Lottery", "DRAW", "DRAW"),
    ],
)
def test_accepts_other_names_of_criteria(name, swiss, mcmahon):
    assert find_criterion(name, "swiss").name == swiss
    assert find_criterion(name, "mcmahon").name == mcmahon


@pytest.mark.parametrize("name", ["EGFDC", "NULL", "", "TEAMP", "SOS-3"])
def test_unknown_criterion_is_a_value_error_listing_known_ones(name):
    with pytest.raises(UnknownCriterion, match="SOSOSM") as caught:
        placement_key(played("AB w", criteria=("NBW", name)), 1)
    assert isinstance(caught.value, ValueError)
    assert caught.value.name == name


def test_unbeaten_counts_rounds_survived():
    rounds = ("AB w, CD w, EF b", "AC w", "AF b")
    assert column("UNBEATEN", *rounds, byes={2: "F"}) == [2, 0, 1, 0, 0, 3]


@pytest.mark.parametrize("outcome", ["=", "0", "?", "b"])
def test_unbeaten_continues_with_wins_only(outcome):
    assert column("UNBEATEN", f"AB {outcome}", "AB w")[0] == 0


@pytest.mark.parametrize("outcome", ["2", "0", "2!", "0!"])
def test_double_win_or_loss_ends_unbeaten(outcome):
    assert column("UNBEATEN", f"AB {outcome}", "AC w, BD w") == [0, 0, 0, 0]


def test_default_win_continues_unbeaten_and_absence_ends_it():
    assert column("UNBEATEN", "AB w!", "CB w", absent={"A": {2}}) == [1, 0, 0]


def test_unbeaten_ends_with_the_first_loss():
    assert column("UNBEATEN", "AB b", "AC w", "AC w") == [0, 1, 0]


def test_player_excluded_by_a_correction_is_out_after_two_rounds():
    rounds = ("AB w, CD w", "AE w", "AF w")
    assert column("OUT", *rounds[:2], system="knock_out") == [3, 1, 3, 1, 2]
    assert column("OUT", *rounds, system="knock_out") == [4, 1, 2, 1, 2, 3]


def test_draw_gives_everybody_a_lot_with_the_first_best():
    history = played("AB w, CD w, EF w", criteria=("DRAW",), draw_seed=7)
    lots = placement_key(history, 1)
    assert sorted(lots.values(), reverse=True) == [(-1,), (-2,), (-3,), (-4,), (-5,), (-6,)]
    assert lots == placement_key(history, 1)
    assert CRITERIA["DRAW"].plain(-3) == 3


def test_another_seed_draws_other_lots():
    orders = {tuple(column("DRAW", "AB w, CD w, EF w", draw_seed=seed)) for seed in range(20)}
    assert len(orders) > 10


def test_order_of_two_lots_is_independent_of_a_third():
    few, many = (column("DRAW", rounds) for rounds in ("AB w", "AB w, CD w"))
    assert (few[0] < few[1]) == (many[0] < many[1])


def test_lots_equal_their_documented_formula():
    def lot(id_):
        return blake2b(b"7\0places\0" + id_.encode(), digest_size=16).digest()

    drawn = column("DRAW", "AB w, CD w", draw_seed=7)
    assert [sorted("ABCD", key=lot).index(id_) + 1 for id_ in "ABCD"] == drawn


def test_every_criterion_is_computed_in_integers():
    assert set(CRITERIA) == set(MEASURES) | set(tiebreaks.AMONG)
    for name in CRITERIA:
        history = played("AB w3, CD =", "AC b!", byes={2: "B"}, criteria=(name,), not_played_counts_half=True)
        assert {type(value) for (value,) in placement_key(history, 2).values()} == {int}
