"""Corrections at any time never seat a player twice and never lose a game."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.competition.schedules.playing import loser, played
from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules import SCHEDULES, NotReady
from tournaments.competition.settings import ScheduleSettings

WON = (Winner.WHITE, Winner.BLACK)


@settings(max_examples=60)
@given(
    st.sampled_from(["knock_out", "double_elimination"]),
    st.integers(2, 17),
    st.booleans(),
    st.data(),
)
def test_corrections_never_seat_a_player_twice_or_lose_a_game(system, players, extra, data):
    schedule = SCHEDULES[system]
    consolation = system == "knock_out" and data.draw(st.booleans())
    chosen = ScheduleSettings(third_place=extra, second_final=extra, consolation=consolation)
    order = [f"p{i}" for i in range(players)]
    games, corrected, stopped = [], False, ""
    for round_ in range(1, schedule.rounds_needed(players, chosen) + 1):
        try:
            plan = schedule.plan(order, round_, games, chosen)
        except NotReady as no:
            stopped = no.code
            break
        seats = [who for game in plan.games for who in (game.white, game.black)] + list(plan.byes)
        assert len(seats) == len(set(seats))
        games += [
            played(game, round_, table, data.draw(st.sampled_from(WON)))
            for table, game in enumerate(plan.games, start=1)
        ]
        if data.draw(st.integers(0, 3)) == 0:
            at = data.draw(st.integers(0, len(games) - 1))
            games[at] = replace(games[at], result=Result(winner=data.draw(st.sampled_from(WON))))
            corrected = True
        standing = {one.game for one in schedule.fill(order, games, chosen) if one.game}
        assert standing == set(games)
    assert stopped in (("", "not_as_drawn") if corrected else ("",))
    if not corrected:
        lives = 2 if system == "double_elimination" else 1
        lost = Counter(loser(game) for game in games if game.place[0] != "C")
        assert sum(lost[id_] < lives for id_ in order) <= (1 if extra or lives == 1 else 2)
