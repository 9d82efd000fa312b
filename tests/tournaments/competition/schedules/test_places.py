"""Places in a knock-out, and the initial settings of each system."""

from dataclasses import replace

import pytest

from tests.tournaments.competition.schedules.playing import play, seeded_draw, stronger
from tournaments.competition.history import Entrant, Game, History, Winner
from tournaments.competition.settings import ScheduleSettings
from tournaments.competition.standings import standings
from tournaments.competition.standings.elimination import round_out2
from tournaments.competition.standings.scores import cards
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.settings import SYSTEMS, check_settings


def history(system, players, decide, *, both_lose="", named=False, **chosen):
    order, games, plans = play(system, players, decide, both_lose=both_lose, **chosen)
    settings = replace(settings_for(system), rounds=len(plans), schedule=ScheduleSettings(**chosen))
    return History(
        settings=settings,
        entrants={id_: Entrant(id=id_, rank=0, rating=0, order=n) for n, id_ in enumerate(order)},
        games=tuple(
            Game(
                round=game.round,
                table=game.table,
                white=game.white,
                black=game.black,
                result=game.result,
                place=game.place if named else "",
            )
            for game in games
        ),
        byes={n: frozenset(plan.byes) for n, plan in enumerate(plans, start=1)},
    )


def places(told, number):
    return [row.place for row in standings(told, number).rows]


def first(told, number):
    return standings(told, number).rows[0].entrant_id


def test_knock_out_of_eight_has_places_with_third_place():
    told = history("knock_out", 8, stronger, third_place=True)
    assert places(told, 3) == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [row.entrant_id for row in standings(told, 3).rows[:4]] == ["p0", "p1", "p2", "p3"]
    assert places(history("knock_out", 8, stronger), 3) == [1, 2, 3, 3, 5, 5, 5, 5]
    assert places(told, 1) == [1, 1, 1, 1, 5, 5, 5, 5]


@pytest.mark.parametrize("players", [3, 5, 6, 11, 16])
@pytest.mark.parametrize("system", ["knock_out", "double_elimination"])
def test_winner_of_the_last_game_is_alone_in_first_place(system, players):
    for seed in range(6):
        told = history(system, players, seeded_draw(seed))
        last = max(game.round for game in told.games)
        (final,) = told.games_of(last)
        champion = final.white if final.result.points2(for_black=False) else final.black
        runner_up = final.black if champion == final.white else final.white
        rows = standings(told, told.settings.rounds).rows
        assert [(row.place, row.entrant_id) for row in rows[:2]] == [(1, champion), (2, runner_up)]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("system", "chosen", "place"),
    [
        ("knock_out", {}, "W1/1"),
        ("knock_out", {}, "W2/1"),
        ("knock_out", {"third_place": True}, "W2/1"),
        ("double_elimination", {}, "W1/1"),
        ("double_elimination", {}, "W2/2"),
        ("double_elimination", {}, "L1/1"),
        ("double_elimination", {}, "L3/1"),
    ],
)
def test_both_losers_are_out_in_that_round(system, chosen, place, named):
    told = history(system, 8, stronger, both_lose=place, named=named, **chosen)
    (game,) = (game for game in told.games if game.result.winner is Winner.NEITHER)
    out2 = round_out2(told.settings, cards(told, told.settings.rounds))
    assert {out2[id_] for id_ in (game.white, game.black)} == {2 * game.round}
    first, second = standings(told, told.settings.rounds).rows[:2]
    assert (first.place, second.place) == (1, 2)
    assert first.entrant_id not in (game.white, game.black)


def test_later_elimination_gives_a_higher_place():
    told = history("double_elimination", 8, stronger)
    assert places(told, 7) == [1, 2, 3, 4, 5, 5, 7, 7]
    assert places(told, 1) == [1, 1, 1, 1, 5, 5, 5, 5]  # all are in; wins decide


@pytest.mark.parametrize("system", SYSTEMS)
def test_default_settings_of_every_system_are_playable(system):
    settings = settings_for(system)
    check_settings(settings)
    assert settings.system == system
