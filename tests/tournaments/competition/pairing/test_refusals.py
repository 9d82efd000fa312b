"""Rounds that cannot be paired, and the reasons."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import CannotPair, cost_of, pair_players, weights
from tournaments.competition.settings import Seeding


def refusal(work):
    with pytest.raises(CannotPair) as raised:
        work()
    return raised.value.code, raised.value.facts


@pytest.mark.parametrize("ranks", [(), (0,)])
def test_rejects_fewer_than_two_players(ranks):
    assert refusal(lambda: pair_players(fresh(*ranks), 1)) == ("too_few_present", {"present": len(ranks)})


def test_provisional_and_absent_entrants_are_not_paired():
    history = fresh(0, 0, 0)
    a, b, c = history.entrants.values()
    entrants = {"A": a, "B": replace(b, final=False), "C": replace(c, absent=frozenset({1}))}
    assert refusal(lambda: pair_players(replace(history, entrants=entrants), 1)) == (
        "too_few_present",
        {"present": 1},
    )


@pytest.mark.parametrize("round_", [-1, 0, 6])
def test_rejects_round_out_of_range(round_):
    expected = ("round_out_of_range", {"round": round_, "rounds": 5})
    assert refusal(lambda: pair_players(fresh(0, 0), round_)) == expected
    assert refusal(lambda: weights(fresh(0, 0), round_)) == expected


def test_rejects_unknown_rules():
    code, facts = refusal(lambda: pair_players(fresh(0, 0), 1, rules="opengotha-9"))
    assert (code, facts["rules"]) == ("unknown_rules", "opengotha-9")
    assert facts["known"] == [
        "house",
        "house-2",
        "house-3",
        *(f"opengotha-3.{n}" for n in ("51", "51-2", "52", "52-2")),
    ]


def test_rejects_system_that_is_not_paired_by_weights():
    known = ["cup", "league", "mcmahon", "swiss", "swiss_categories"]
    expected = ("unknown_system", {"system": "knockout", "known": known})
    assert refusal(lambda: pair_players(fresh(0, 0, system="knockout"), 1)) == expected


@pytest.mark.parametrize("value", [-1, 10**15 + 1])
def test_rejects_maxima_beyond_64_bits(value):
    code, facts = refusal(lambda: pair_players(fresh(0, 0, pairing={"draw_weight": value}), 1))
    assert (code, facts["settings"]) == ("weights_out_of_range", ["draw_weight"])


def test_accepts_the_greatest_maxima():
    """Strong players of one group: nothing is lost."""
    names = (
        "avoid_repeated",
        "minimise_score_difference",
        "draw_weight",
        "maximise_seeding",
        "avoid_same_geography",
    )
    pairing = dict.fromkeys(names, 10**15) | {"seeding_first": Seeding.SLIP}
    assert pair_players(fresh(*[0] * 16, pairing=pairing), 1).total == 8 * (4 * 10**15 + 1)


def test_rejects_pairing_with_absent_player():
    history = played("AB w, CD w", absent={"D": {2}}, rounds=2)
    expected = ("not_present", {"entrants": ["D", "Z"]})
    assert refusal(lambda: cost_of(history, 2, [("A", "D"), ("C", "Z")])) == expected


@pytest.mark.parametrize("pairs", [[("A", "B"), ("B", "C")], [("A", "D"), ("B", "B")]])
def test_rejects_pairing_with_a_player_twice(pairs):
    history = played("AB w, CD w", rounds=2)
    assert refusal(lambda: cost_of(history, 2, pairs)) == ("paired_twice", {"entrants": ["B"]})
