"""What pairing costs: weights, matching and all of it, from a club's field to the largest there has been.

``python -m tests.benchmarks.test_pairing`` prints a line for each synthetic field: CPU seconds for the
weights of every pair and for the whole of ``pair_players``, from how many candidates it was chosen, whether
the optimum was proved, else how far off the bound is, and the peak memory of the process. Sizes and
systems may be named: ``python -m tests.benchmarks.test_pairing 1000 5000 swiss``.

``python -m tests.benchmarks.test_pairing check`` compares totals with those of the dense graph in 36 fields.
"""

import resource
import subprocess
import sys
from itertools import product
from time import process_time

import pytest

from tests.benchmarks.fields import field_of
from tests.benchmarks.running import print_help
from tournaments.competition.pairing import pair_players, weights
from tournaments.competition.pairing.field import field_of as columns
from tournaments.competition.pairing.field import layers_of
from tournaments.competition.pairing.matching import dense_matching, matching_of
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import total_weights

SYSTEMS = ("mcmahon", "swiss", "swiss_categories")
SIZES = (200, 500, 1_000, 2_000, 5_000)
ROUND = 4


@pytest.fixture(scope="module", params=(200, 500))
def history(request):
    return field_of(request.param, round_=ROUND)


def test_weights(benchmark, history):
    table = benchmark(weights, history, ROUND)
    assert len(table) == len(history.entrants) * (len(history.entrants) - 1) // 2


def test_matching(benchmark, history):
    field = columns(history, ROUND, find_rules(history.settings.pairing.rules), 0)
    among = (total_weights(field), range(len(field.ids)), layers_of(field))
    matched = benchmark.pedantic(matching_of, among, rounds=1)
    assert matched.is_optimal


def test_pair(benchmark, history):
    pairing = benchmark.pedantic(pair_players, (history, ROUND), rounds=1)
    assert pairing.total == pairing.optimum == dense_matching(weights(history, ROUND).total).total


def _timed(work):
    begun = process_time()
    done = work()
    return process_time() - begun, done


def _line(size, system, round_):
    """One field, in a process of its own."""
    history = field_of(size, system=system, round_=round_)
    whole, pairing = _timed(lambda: pair_players(history, round_))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    field = columns(history, round_, find_rules(history.settings.pairing.rules), 0)
    weighing, _ = _timed(lambda: total_weights(field))
    proved = "proved" if pairing.optimum else f"gap {pairing.bound - pairing.total}"
    return (
        f"{size:6} {system:16} round {round_}  weights {weighing:6.2f} s  pair {whole:6.2f} s  "
        f"{pairing.candidates:7} candidates  {proved:12}  {peak:5} MB"
    )


def _table(*named):
    sizes = [int(word) for word in named if word.isdigit()] or SIZES
    systems = [word for word in named if word in SYSTEMS] or SYSTEMS
    for size, system, round_ in product(sizes, systems, (1, ROUND)):
        code = f"from tests.benchmarks.test_pairing import _line; print(_line({size}, {system!r}, {round_}))"
        subprocess.run([sys.executable, "-c", code], check=True)


def _check():
    """Whether ``pair_players`` reaches what the dense graph has, in every field up to 1,000 players."""
    missed = 0
    for size, system, round_ in product((300, 500, 1_000), SYSTEMS, (1, 2, 5, 8)):
        history = field_of(size, system=system, round_=round_)
        pairing = pair_players(history, round_)
        among = [i for i, id_ in enumerate(history.entrants) if id_ != pairing.bye]
        best = dense_matching(weights(history, round_).total[among][:, among]).total
        missed += best != pairing.total
        sys.stdout.write(
            f"{size:6} {system:16} round {round_}  {best - pairing.total} below the optimum, "
            f"{'proved' if pairing.optimum else 'not proved'}\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{missed} missed\n")


if __name__ == "__main__":
    print_help(__doc__)
    if sys.argv[1:] == ["check"]:
        _check()
    else:
        _table(*sys.argv[1:])
