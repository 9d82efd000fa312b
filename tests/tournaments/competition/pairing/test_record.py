"""The record of a pairing, and reports of its progress."""

from dataclasses import replace

from tests.tournaments.competition.pairing.builders import fresh
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing import RULES, pair_players
from tournaments.competition.settings import ClaimSettings


def test_repeated_game_is_made_and_reported():
    history = played("AB w", "BA w", rounds=3)
    ours = pair_players(history, 3)
    assert [two.repeat for two in ours.pairs] == [True]
    assert ours.repeats == ours.pairs
    assert ours.pairs[0].components["repeated"] == 0


def test_first_game_is_no_repeat():
    assert pair_players(fresh(0, 0, 0, 0), 1).repeats == ()


def test_order_is_by_criteria_rating_and_number():
    history = fresh(0, 3, 0, 0, ratings=[2100, 2300, 2140, 2100])
    assert pair_players(history, 1).order == ("B", "C", "A", "D")


def test_tables_are_numbered_by_the_weaker_player():
    """Only A and D, and B and C, may still meet: D is the last of the order."""
    ours = pair_players(played("AB w, CD w", "AC w, DB b", rounds=3), 3)
    assert ours.order[-1] == "D"
    assert [{two.white, two.black} for two in ours.pairs] == [{"B", "C"}, {"A", "D"}]


def test_rules_are_those_of_the_settings_by_default():
    history = fresh(0, 0, pairing={"rules": "opengotha-3.51"})
    assert pair_players(history, 1).rules == "opengotha-3.51"
    assert pair_players(history, 1, rules="house").rules == "house"


def test_every_rule_set_is_recorded_and_ours_differs_from_352_for_clubless_players():
    assert all(rules.name == name for name, rules in RULES.items())
    like_352 = replace(RULES["house"], name="opengotha-3.52", no_club_is_none=False)
    assert like_352 == RULES["opengotha-3.52"] != RULES["house"]


def test_digest_covers_every_input_and_nothing_else():
    history = played("AB w, CD w", rounds=4)
    digest = pair_players(history, 2).inputs_digest
    first, *others = history.games
    corrected = replace(history, games=(replace(first, result=Result(winner=Winner.BLACK)), *others))
    promoted = replace(history, entrants={**history.entrants, "A": replace(history.entrants["A"], rank=1)})
    leaving = replace(
        history, entrants={**history.entrants, "A": replace(history.entrants["A"], absent=frozenset({3}))}
    )
    assert len(digest) == 64
    strict = replace(history, settings=replace(history.settings, claims=ClaimSettings(minutes=5)))
    assert pair_players(leaving, 2).inputs_digest == digest
    assert pair_players(strict, 2).inputs_digest == digest
    others_digests = {
        pair_players(corrected, 2).inputs_digest,
        pair_players(promoted, 2).inputs_digest,
        pair_players(history, 3).inputs_digest,
        pair_players(history, 2, seed=1).inputs_digest,
        pair_players(history, 2, rules="opengotha-3.51").inputs_digest,
        pair_players(history, 2, apart={"A"}).inputs_digest,
    }
    assert len(others_digests | {digest}) == 7


def test_reports_progress():
    told = []
    pair_players(fresh(0, 0), 1, progress=lambda *stage: told.append(stage))
    assert told == [("weights", 0, 3), ("matching", 1, 3), ("colours", 2, 3), ("colours", 3, 3)]
