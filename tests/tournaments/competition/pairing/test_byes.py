"""The choice of the player with the bye."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.pairing.builders import after, fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import pair_players


def test_even_number_has_no_bye():
    assert pair_players(fresh(0, 0), 1).bye is None


def test_mcmahon_bye_is_lowest_rank_plus_twice_the_score():
    """C, 2 kyu, has 28 points, D, 5 kyu, has 30: -2 + 56 is less than -5 + 60."""
    ranks = {"C": -2, "D": -5, "E": 3}
    history = played("DC w", "CD b", ranks=ranks, system="mcmahon", floor=-2, rounds=3, mms_absent2=0)
    assert pair_players(history, 3).bye == "C"


def test_swiss_bye_is_fewest_wins_then_lowest_rank():
    ranks = {"A": -20, "B": 5, "C": 3}
    assert pair_players(played("AB w", ranks=ranks, absent={"C": {1}}, rounds=2), 2).bye == "C"


def test_last_of_equals_has_the_bye():
    assert pair_players(fresh(0, 0, 0), 1).bye == "C"
    assert pair_players(fresh(0, 0, 0, ratings=[2110, 2060, 2140]), 1).bye == "B"


def asking(history, *ids, round_=1):
    entrants = {
        id_: replace(entrant, byes_asked=frozenset({round_} if id_ in ids else ()))
        for id_, entrant in history.entrants.items()
    }
    return replace(history, entrants=entrants)


def test_requested_bye_is_given():
    history = fresh(5, 0, -20)
    assert pair_players(asking(history, "A"), 1).bye == "A"
    assert pair_players(asking(history, "A", "B"), 1).bye == "B"
    assert pair_players(asking(history, "A", round_=2), 1).bye == "C"


def test_request_causes_no_bye_with_an_even_number():
    assert pair_players(asking(fresh(5, 0), "A"), 1).bye is None


def test_request_waits_until_everyone_has_had_a_bye():
    history = fresh(5, 0, -20)
    history = asking(after(history, pair_players(asking(history, "A"), 1)), "A", round_=2)
    assert pair_players(history, 2).bye == "C"


def test_settings_may_ignore_requests():
    assert pair_players(asking(fresh(5, 0, -20, pairing={"byes_on_request": False}), "A"), 1).bye == "C"


def test_digest_covers_requests_of_the_round():
    history = fresh(5, 0, -20)
    digest = pair_players(history, 1).inputs_digest
    assert pair_players(asking(history, "A"), 1).inputs_digest != digest
    assert pair_players(asking(history, "A", round_=2), 1).inputs_digest == digest


@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
def test_nobody_has_two_byes_before_everyone_has_one(system):
    history = fresh(3, 0, -20, system=system, rounds=6)
    received = []
    for round_ in range(1, 7):
        pairing = pair_players(history, round_)
        history = after(history, pairing)
        received.append(pairing.bye)
    assert sorted(received[:3]) == sorted(received[3:]) == ["A", "B", "C"]


def test_absent_player_cannot_have_the_bye():
    history = played("AB w, CD w", absent={"D": {2}}, ranks={"D": -9}, rounds=2)
    assert pair_players(history, 2).bye == "B"
