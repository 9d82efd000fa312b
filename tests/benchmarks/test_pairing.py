"""What pairing costs beside the matching itself, in one run: read the difference, not the times.

``python -m tests.benchmarks.test_pairing`` prints seconds for the weights of every pair, for the matching in
the dense graph, and for the whole of ``pair``, in round 4 of synthetic McMahon fields.
"""

import random
import sys
from time import perf_counter

import pytest

from tournaments.history import Entrant, Game, History, Result, Settings, Winner
from tournaments.pairing import pair, weights
from tournaments.pairing.matching import best_matching

SIZES = (200, 500)
ROUND = 4


def field_of(size):
    """Strengths around 5 kyu, 8 countries of 5 clubs; earlier rounds among neighbours of similar score."""
    draw = random.Random(size)
    entrants = {}
    for order in range(size):
        rank = max(-20, min(6, round(draw.gauss(-5, 6))))
        country = draw.randrange(8)
        entrants[f"e{order:04}"] = Entrant(
            id=f"e{order:04}",
            rank=rank,
            rating=2050 + 100 * rank + draw.randrange(100),
            country=str(country),
            club=f"{country}.{draw.randrange(5)}",
            order=order,
        )
    games = [game for round_ in range(1, ROUND) for game in _neighbours(entrants, round_, draw)]
    return History(settings=Settings(rounds=5), entrants=entrants, games=tuple(games))


def _neighbours(entrants, round_, draw):
    near = sorted(entrants, key=lambda id_: entrants[id_].rank + draw.gauss(0, 1))
    for table, (white, black) in enumerate(zip(near[::2], near[1::2], strict=True), start=1):
        result = Result(winner=draw.choice((Winner.WHITE, Winner.BLACK)))
        yield Game(round=round_, table=table, white=white, black=black, result=result)


@pytest.fixture(scope="module", params=SIZES)
def history(request):
    return field_of(request.param)


def test_weights(benchmark, history):
    table = benchmark(weights, history, ROUND)
    assert len(table) == len(history.entrants) * (len(history.entrants) - 1) // 2


def test_matching(benchmark, history):
    total = weights(history, ROUND).total
    matched = benchmark.pedantic(best_matching, (total, range(len(total))), rounds=1)
    assert 2 * len(matched) == len(history.entrants)


def test_pair(benchmark, history):
    pairing = benchmark.pedantic(pair, (history, ROUND), rounds=1)
    total = weights(history, ROUND).total
    assert pairing.total == sum(int(total[two]) for two in best_matching(total, range(len(total))))


def _seconds(work):
    start = perf_counter()
    work()
    return perf_counter() - start


def _report(size):
    history = field_of(size)
    total = weights(history, ROUND).total
    weighing = min(_seconds(lambda: weights(history, ROUND)) for _ in range(3))
    matching = min(_seconds(lambda: best_matching(total, range(size))) for _ in range(3))
    whole = min(_seconds(lambda: pair(history, ROUND)) for _ in range(3))
    return f"{size} entrants: weights {weighing:.3f}, matching {matching:.3f}, pair {whole:.3f} s"


if __name__ == "__main__":
    for entrants in SIZES:
        sys.stdout.write(_report(entrants) + "\n")
