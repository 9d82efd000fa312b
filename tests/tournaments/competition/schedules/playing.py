"""A bracket played to its end: ``decide`` says who of (white, black) wins."""

from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules import SCHEDULES, Played
from tournaments.competition.settings import ScheduleSettings


def played(game, round_, table, winner):
    return Played(
        round=round_,
        table=table,
        white=game.white,
        black=game.black,
        result=Result(winner=winner),
        place=game.place,
    )


def play(system, players, decide, *, both_lose="", **chosen):
    """All games, and the plan of every round. ``both_lose``: the place of a match that both lose."""
    schedule, settings = SCHEDULES[system], ScheduleSettings(**chosen)
    order = [f"p{i}" for i in range(players)]
    games, plans = [], []
    for round_ in range(1, schedule.rounds_needed(players, settings) + 1):
        plan = schedule.plan(order, round_, games, settings)
        plans.append(plan)
        for table, game in enumerate(plan.games, start=1):
            won = Winner.WHITE if decide(game.white, game.black) == game.white else Winner.BLACK
            games.append(played(game, round_, table, Winner.NEITHER if game.place == both_lose else won))
    return order, games, plans


def number(id_):
    return int(id_[1:])


def stronger(one, other):
    return min(one, other, key=number)


def weaker(one, other):
    return max(one, other, key=number)


def seeded_draw(seed):
    """The same winners whenever it is asked: a hash, no generator."""
    from tournaments.competition.schedules.seeding import draw_number

    return lambda one, other: max(
        one, other, key=lambda id_: draw_number(seed, "+".join(sorted((one, other))), id_)
    )


def loser(game):
    return game.black if game.result.winner is Winner.WHITE else game.white


def winner(game):
    return game.white if game.result.winner is Winner.WHITE else game.black
