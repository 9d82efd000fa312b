"""Single elimination."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.competition.schedules.playing import (
    loser,
    number,
    play,
    played,
    seeded_draw,
    stronger,
    weaker,
    winner,
)
from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules import SCHEDULES, NotReady
from tournaments.competition.schedules.bracket import bracket_order
from tournaments.competition.settings import ScheduleSettings

DECIDERS = [stronger, weaker, seeded_draw(1), seeded_draw(2)]
KNOCK_OUT = SCHEDULES["knock_out"]


def test_seeds_are_in_standard_order():
    assert [seed + 1 for seed in bracket_order(8)] == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [seed + 1 for seed in bracket_order(4)] == [1, 4, 2, 3]


@pytest.mark.parametrize("players", [*range(2, 18), 31, 32, 33, 64, 70])
def test_only_round_1_has_byes_and_all_but_one_lose_once(players):
    for decide in DECIDERS:
        order, games, plans = play("knock_out", players, decide)
        assert Counter(map(loser, games)) == dict.fromkeys(set(order) - {winner(games[-1])}, 1)
        assert not any(plan.byes for plan in plans[1:])
        byes = 2 ** len(plans) - players
        assert set(plans[0].byes) == set(order[:byes])
        assert 2 ** (len(plans) - 1) < players <= 2 ** len(plans)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 32, 64])
def test_best_two_meet_in_the_final_and_best_four_in_the_semi_finals(players):
    _, games, plans = play("knock_out", players, stronger)
    last = len(plans)
    for game in games:
        best = max(number(game.white), number(game.black))
        assert best >= 2 ** (last - game.round + 1) / 2  # of seeds 0..2^k-1 no two meet with k rounds left
    assert {games[-1].white, games[-1].black} == {"p0", "p1"}


@pytest.mark.parametrize("players", [4, 5, 7, 16, 33])
def test_losers_of_semi_finals_play_during_the_final(players):
    _, games, plans = play("knock_out", players, stronger, third_place=True)
    final, third = plans[-1].games
    assert ({final.white, final.black}, final.place) == ({"p0", "p1"}, f"W{len(plans)}/1")
    assert ({third.white, third.black}, third.place) == ({"p2", "p3"}, "T/1")
    assert len(games) == players


def test_two_or_three_players_have_no_game_for_third_place():
    assert [len(plan.games) for plan in play("knock_out", 2, stronger, third_place=True)[2]] == [1]
    three = play("knock_out", 3, stronger, third_place=True)[2]
    assert [(len(plan.games), len(plan.byes)) for plan in three] == [(1, 1), (1, 1)]


def first_round(players, *winners):
    order, chosen = [f"p{i}" for i in range(players)], ScheduleSettings()
    plan = KNOCK_OUT.plan(order, 1, [], chosen)
    games = [
        played(game, 1, t, won) for t, (game, won) in enumerate(zip(plan.games, winners, strict=True), 1)
    ]
    return order, games, chosen


@pytest.mark.parametrize(
    ("second", "undecided"),
    [(Winner.NOBODY_YET, []), (Winner.JIGO, [2]), (Winner.BOTH, [2])],
)
def test_game_without_winner_is_reported_with_its_table(second, undecided):
    order, games, chosen = first_round(4, Winner.WHITE, second)
    with pytest.raises(NotReady) as no:
        KNOCK_OUT.plan(order, 2, games, chosen)
    assert (no.value.code, no.value.facts) == (
        "no_winner",
        {"round": 1, "tables": [2], "undecided": undecided},
    )


@pytest.mark.parametrize("by_default", [True, False])
def test_opponent_advances_if_both_lose(by_default):
    order, games, chosen = first_round(4, Winner.WHITE, Winner.NEITHER)
    games[1] = replace(games[1], result=Result(winner=Winner.NEITHER, by_default=by_default))
    plan = KNOCK_OUT.plan(order, 2, games, chosen)
    assert (plan.games, plan.byes) == ((), (winner(games[0]),))


def test_reports_a_missing_game():
    order, games, chosen = first_round(4, Winner.WHITE, Winner.WHITE)
    with pytest.raises(NotReady) as no:
        KNOCK_OUT.plan(order, 2, games[:1], chosen)
    assert (no.value.code, no.value.facts) == ("not_as_drawn", {"round": 1, "missing": 1})


def test_correction_changes_only_matches_not_yet_drawn():
    order, games, chosen = first_round(8, *[Winner.WHITE] * 4)
    semi = KNOCK_OUT.plan(order, 2, games, chosen)
    corrected = [replace(games[0], result=Result(winner=Winner.BLACK)), *games[1:]]
    again = KNOCK_OUT.plan(order, 2, corrected, chosen)
    assert {again.games[0].white, again.games[0].black} == {games[0].black, games[1].white}
    stand = corrected + [played(game, 2, t, Winner.WHITE) for t, game in enumerate(semi.games, 1)]
    final = KNOCK_OUT.plan(order, 3, stand, chosen)
    assert [{game.white, game.black} for game in final.games] == [{game.white for game in semi.games}]
