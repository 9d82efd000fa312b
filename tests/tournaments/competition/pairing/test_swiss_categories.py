"""Swiss by categories as in OpenGotha, with its formulas for few stones computed by hand."""

from dataclasses import replace

from tests.tournaments.competition.pairing.builders import after, fresh
from tournaments.competition.history import Winner
from tournaments.competition.pairing import pair_players, weights
from tournaments.competition.standings import standings
from tournaments.competition.system_defaults import default_settings

E11, E13 = 10**11, 10**13


def field(*ranks, **settings):
    history = fresh(*ranks)
    return replace(history, settings=replace(default_settings("swiss_categories"), **settings))


def test_has_the_default_settings_of_opengotha():
    settings = default_settings("swiss_categories")
    assert (settings.categories, settings.criteria) == ((0, -5), ("CATEGORY", "NBW", "EXT", "EXR"))
    pairing = settings.pairing
    maxima = pairing.avoid_mixing_categories, pairing.minimise_handicap, pairing.avoid_same_geography
    assert maxima == (2 * E13, E11, 2 * E13)
    assert settings.handicap.no_handicap_from == 8


def test_categories_play_separately():
    ours = pair_players(field(2, 1, -2, -3, -9, -10), 1)
    assert {frozenset((two.white, two.black)) for two in ours.pairs} == {
        frozenset("AB"),
        frozenset("CD"),
        frozenset("EF"),
    }


def test_categories_precede_wins():
    history = field(2, 1, -2, -3)
    history = after(history, pair_players(history, 1))
    table = weights(history, 2)
    assert table.of("A", "C")["category"] == int(2 * E13 * (1 - 1 / 3) * (1 + 1 / 6))
    assert table.of("A", "C")["score"] == 0


def test_few_stones_are_compared_by_mcmahon_points():
    """The bar is 9 dan, the floor 30 kyu: levels are at most 38 + 3 apart in round 1; D is strong: 40."""
    table = weights(field(-10, -12, -20, 0), 1)
    x = 2 / 41
    assert table.of("A", "B")["handicap"] == int(E11 * (1 - x) * (1 + x / 2))
    x = (40 - 10) / 41
    assert table.of("C", "D")["handicap"] == int(E11 * (1 - x) * (1 + x / 2))


def test_stones_follow_mcmahon_points():
    history = field(-10, -13)
    assert [two.handicap for two in pair_players(history, 1).pairs] == [2]
    again = after(history, pair_players(history, 1), Winner.BLACK)
    assert [two.handicap for two in pair_players(again, 2).pairs] == [1]


def test_bye_goes_to_the_lowest_rank_and_score():
    assert pair_players(field(2, 1, -2, -3, -9), 1).bye == "E"


def test_groups_follow_wins_and_not_start_scores():
    history = field(2, -2, rounds=2)
    history = after(history, pair_players(history, 1), Winner.BLACK)
    rows = standings(history, 1).rows
    assert [row.plain()["NBW"] for row in rows] in ([0, 1], [1, 0])
