"""The differences between the second and the third version of our own rules."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.pairing.test_meetings import asked, met
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.history import MeetingKind
from tournaments.competition.pairing import pair_players, weights
from tournaments.competition.settings import PairingSettings

OLD, NEW = "house-2", "house-3"
GREATEST = 5 * 10**14


def by(history, rules, **pairing):
    return replace(
        history, settings=replace(history.settings, pairing=PairingSettings(rules=rules, **pairing))
    )


@pytest.mark.parametrize(("rules", "counts"), [(OLD, True), (NEW, False)])
def test_games_decided_by_default_do_not_count_for_colours(rules, counts):
    history = by(played("BA b!, DC =", rounds=2), rules, avoid_repeated=0)
    assert (weights(history, 2).of("A", "B")["colours"] > 0) is counts


@pytest.mark.parametrize(("rules", "bye"), [(OLD, "C"), (NEW, "B")])
def test_win_by_default_counts_as_a_bye(rules, bye):
    """C, the weakest, has won by default; A has had the bye."""
    history = by(
        played("CB w!", byes={1: "A"}, rounds=2, system="mcmahon", ranks={"A": 0, "B": -1, "C": -9}), rules
    )
    assert pair_players(history, 2).bye == bye


def test_each_further_game_of_two_costs_more():
    history = played("AB w, CD w", "AB w, CD w", rounds=3)
    old, new = (weights(by(history, rules), 3).of("A", "B")["repeated"] for rules in (OLD, NEW))
    assert (old, new) == (0, -GREATEST)
    once = weights(by(history, NEW), 2).of("A", "B")["repeated"]
    assert (once, weights(by(history, NEW), 3).of("A", "C")["repeated"]) == (0, GREATEST)


def test_half_points_count_in_the_difference_of_scores():
    history = played("AB =, CD w, EF w", rounds=2)  # A and B have half a point, D and F none
    old, new = (weights(by(history, rules), 2) for rules in (OLD, NEW))
    assert old.of("A", "D")["score"] == old.of("D", "F")["score"]
    assert new.of("A", "D")["score"] < new.of("D", "F")["score"]
    assert new.of("A", "C")["score"] > new.of("D", "C")["score"]


def test_no_number_of_repeated_games_outweighs_a_forbidden_meeting():
    """A and B must not meet, and every other pairing repeats two games, which cost as much together."""
    rounds = ["AC w, BD w", "AD w, BC w", "AC w, BD w", "AD w, BC w"]
    history = asked(played(*rounds, rounds=5), ("AB", MeetingKind.MUST_NOT))
    assert frozenset("AB") in met(pair_players(by(history, OLD, meetings=GREATEST), 5))
    assert frozenset("AB") not in met(pair_players(by(history, NEW, meetings=GREATEST), 5))


def test_meeting_is_forbidden_in_a_large_field():
    history = asked(fresh(*range(-30, 9)), ("AB", MeetingKind.MUST_NOT))
    assert weights(by(history, NEW), 1).of("A", "B")["meetings"] == -(10**17)


def test_open_games_count_as_draws_where_the_settings_say_so():
    rounds = ("AB ?, CD w, EF w", "AC ?, BD w, EF =")
    with_draws = by(played(*(text.replace("?", "=") for text in rounds), rounds=4), "house-3")
    as_draws = by(played(*rounds, rounds=4), "house-3", open_games_drawn=True)
    as_nothing = by(played(*rounds, rounds=4), "house-3")

    def opponents(history):
        return {frozenset((pair.white, pair.black)) for pair in pair_players(history, 3).pairs}

    assert opponents(as_draws) == opponents(with_draws) == {frozenset("AE"), frozenset("BC"), frozenset("DF")}
    assert opponents(as_nothing) == {frozenset("AD"), frozenset("BF"), frozenset("CE")}
