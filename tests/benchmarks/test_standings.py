"""How long standings and reading take at the size of the largest congresses: 1,000 entrants, 10 rounds.

``python -m tests.benchmarks.test_standings`` prints seconds of the processor for up to 2,000 entrants and ten
criteria, computed from values; the tests hold ratios, which a busy machine leaves alone.
"""

import random
import sys
from time import process_time

import pytest

from tests.benchmarks.running import print_help
from tests.tournaments.formats.gotha_file import written
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.settings import Settings
from tournaments.competition.standings import main_scores, placement_key, standings
from tournaments.formats import read_opengotha

ENTRANTS, ROUNDS = 1000, 10
CRITERIA = ("MMS", "SOSM", "SOSOSM", "SOSM-1", "SODOSM", "CUSSM")
TEN = (*CRITERIA, "SOSM-2", "EXT", "DC", "DRAW")


@pytest.fixture(scope="module")
def congress():
    return a_congress()


def a_congress(entrants_=ENTRANTS, criteria=CRITERIA):
    """Games drawn at random; everybody plays, a tenth of the results is by default."""
    draw = random.Random(1)
    ids = [f"PLAYER{number:04}X" for number in range(entrants_)]
    entrants = {
        id_: Entrant(id=id_, rank=draw.randint(-20, 6), rating=draw.randint(100, 2700), order=order)
        for order, id_ in enumerate(ids)
    }
    games = []
    for round_ in range(1, ROUNDS + 1):
        draw.shuffle(ids)
        for table, (white, black) in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1):
            winner = draw.choice((Winner.WHITE, Winner.BLACK))
            result = Result(winner=winner, by_default=draw.random() < 0.1)
            games.append(Game(round=round_, table=table, white=white, black=black, result=result))
    settings = Settings(rounds=ROUNDS, criteria=criteria)
    return History(settings=settings, entrants=entrants, games=tuple(games))


def test_main_scores(benchmark, congress):
    scores = benchmark(main_scores, congress, ROUNDS)
    assert len(scores) == ENTRANTS


def test_placement_keys_of_six_criteria(benchmark, congress):
    keys = benchmark(placement_key, congress, ROUNDS)
    assert {len(key) for key in keys.values()} == {len(CRITERIA)}


def test_standings_by_six_criteria(benchmark, congress):
    table = benchmark(standings, congress, ROUNDS)
    assert len(table.rows) == ENTRANTS


def test_reading_an_opengotha_file(benchmark, congress):
    imported = benchmark(read_opengotha, bytes(written(congress)))
    assert len(imported.history.games) == ENTRANTS // 2 * ROUNDS


def seconds(work, *given):
    """Of the processor, the best of three."""

    def once():
        begin = process_time()
        work(*given)
        return process_time() - begin

    return min(once() for _ in range(5))


def test_four_times_the_entrants_take_about_four_times_as_long():
    few, many = (a_congress(size, TEN) for size in (250, 1000))
    # Side by side, and the best of three: a busy machine is slower for the larger one alone.
    pairs = [[seconds(standings, one, ROUNDS) for one in (few, many)] for _ in range(3)]
    assert min(large / small for small, large in pairs) < 8


def test_ten_criteria_cost_less_than_five_times_the_scores_that_all_are_made_of():
    history = a_congress(2000, TEN)
    assert seconds(standings, history, ROUNDS) < 5 * seconds(main_scores, history, ROUNDS)


if __name__ == "__main__":
    print_help(__doc__)
    for size in (500, 1000, 2000):
        taken = seconds(standings, a_congress(size, TEN), ROUNDS)
        sys.stdout.write(f"{size} entrants, {ROUNDS} rounds, {len(TEN)} criteria: {taken:.3f} s\n")
