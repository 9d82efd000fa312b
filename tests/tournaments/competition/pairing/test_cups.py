"""Pairing of cups: groups of cup scores, in which all players continue."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.pairing.builders import after, fresh
from tests.tournaments.competition.standings.builders import cup_16x4
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing import cost_of, pair_players
from tournaments.competition.pairing.field import field_of
from tournaments.competition.pairing.rulesets import OPENGOTHA_3_51
from tournaments.competition.standings import main_scores, standings
from tournaments.competition.system_defaults import default_settings

CUP = default_settings("cup")


def cup(players):
    """A cup of four rounds before the first: A is the strongest, then B, C, ..."""
    history = fresh(*range(8, 8 - players, -1), ratings=range(2900, 2900 - 100 * players, -100))
    return replace(history, settings=replace(CUP, rounds=4))


def the_stronger_win(history, ours):
    """The round as paired, won by who comes first in the alphabet."""
    played = after(history, ours)
    won = {True: Result(winner=Winner.WHITE), False: Result(winner=Winner.BLACK)}
    games = (
        replace(game, result=won[game.white < game.black]) if game.round == ours.round else game
        for game in played.games
    )
    return replace(played, games=tuple(games))


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_played_cup_is_optimal_except_for_seeding(round_):
    """One player's rating in the file is not the one that rounds 1 and 2 were paired by."""
    history, _ = cup_16x4()
    ours = pair_players(history, round_)
    played = cost_of(history, round_, [(game.white, game.black) for game in history.games_of(round_)])
    assert ours.total == ours.optimum
    best = {name: sum(two.components[name] for two in ours.pairs) for name in played.components}
    lost = {name: best[name] - played.components[name] for name in best}
    assert {name for name, value in lost.items() if value} <= {"seeding"}


def test_last_round_equals_the_played_one():
    history, _ = cup_16x4()
    played = {frozenset((game.white, game.black)): game.table for game in history.games_of(4)}
    assert {frozenset((two.white, two.black)): two.table for two in pair_players(history, 4).pairs} == played


@pytest.mark.parametrize(("round_", "groups"), [(1, 2), (2, 3), (3, 5), (4, 9)])
def test_groups_equal_those_of_opengotha(round_, groups):
    """From 2 to the power of the rounds played down to 0, including empty groups."""
    history, _ = cup_16x4()
    assert field_of(history, round_, OPENGOTHA_3_51, 0).groups == groups


def test_cup_of_sixteen_orders_players_by_strength_if_the_stronger_win():
    history = cup(16)
    for round_ in (1, 2, 3, 4):
        history = the_stronger_win(history, pair_players(history, round_))
    rows = standings(history, 4).rows
    assert [row.entrant_id for row in rows] == list("ABCDEFGHIJKLMNOP")
    assert [row.place for row in rows] == list(range(1, 17))


def test_players_with_the_same_results_meet():
    history = cup(8)
    for round_ in (1, 2, 3):
        ours = pair_players(history, round_)
        scores = main_scores(history, round_ - 1)
        assert all(scores[two.white] == scores[two.black] for two in ours.pairs)
        history = the_stronger_win(history, ours)


def test_bye_goes_to_a_player_without_one():
    history = cup(5)
    byes = []
    for round_ in (1, 2, 3, 4):
        ours = pair_players(history, round_)
        byes.append(ours.bye)
        history = after(history, ours)
    assert len(set(byes)) == 4
    assert byes[0] == "E"
