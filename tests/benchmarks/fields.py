"""Synthetic fields: strengths around 5 kyu, 8 countries of 5 clubs, earlier rounds played among equals."""

import random
from collections import Counter
from dataclasses import replace

from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.system_defaults import default_settings


def field_of(size, *, system="mcmahon", round_=4, seed=None, **settings):
    """A tournament of ``size`` players about to pair ``round_``; some were absent before."""
    draw = random.Random(f"{size} {system} {round_} {size if seed is None else seed}")
    entrants = {one.id: one for one in (_entrant(order, round_, draw) for order in range(size))}
    chosen = replace(default_settings(system), rounds=max(5, round_), **settings)
    scores = Counter({id_: _start(one.rank) if system == "mcmahon" else 0 for id_, one in entrants.items()})
    games, met = [], set()
    for played in range(1, round_):
        for game in _round(entrants, scores, met, played, draw):
            games.append(game)
            met |= {(game.white, game.black), (game.black, game.white)}
            scores[game.white if game.result.winner is Winner.WHITE else game.black] += 1
    return History(settings=chosen, entrants=entrants, games=tuple(games))


def _entrant(order, round_, draw):
    rank = max(-20, min(6, round(draw.gauss(-5, 6))))
    country = draw.randrange(8)
    return Entrant(
        id=f"e{order:04}",
        rank=rank,
        rating=2050 + 100 * rank + draw.randrange(100),
        country=str(country),
        club=f"{country}.{draw.randrange(5)}",
        order=order,
        absent=frozenset(played for played in range(1, round_) if draw.random() < 0.03),
    )


def _start(rank):
    return min(rank, 3)


def _round(entrants, scores, met, played, draw):
    """Neighbours by score; whoever finds nobody new among the next twenty sits out."""
    waiting = [one for one in entrants.values() if one.present_in(played)]
    waiting.sort(key=lambda one: scores[one.id] + 0.8 * draw.random(), reverse=True)
    table = 0
    while waiting:
        one = waiting.pop(0)
        other = next((two for two in waiting[:20] if (one.id, two.id) not in met), None)
        if other is None:
            continue
        waiting.remove(other)
        table += 1
        stronger = one if one.rank + draw.gauss(0, 2) > other.rank + draw.gauss(0, 2) else other
        white, black = draw.sample((one, other), 2)
        winner = Winner.WHITE if stronger is white else Winner.BLACK
        yield Game(round=played, table=table, white=white.id, black=black.id, result=Result(winner=winner))
