"""How far pairing and the rules engine carry: ``python -m tests.benchmarks.limits [SIZE ...] [engine]``.

Pairing: a synthetic field of each size and system before rounds 1 and 4, in a process of its own: processor
seconds of all of ``pair``, the peak memory of the process, how far the total can be below the optimum at
most (0: proved), and from how many pairs it was chosen. Engine: the median of paired runs of the same 250
moves, sgfmill's bare board beside ``rules.replay`` with everything checked; each is run once untimed before
it is timed, so that neither fetches its data into the cache on the other's account. Then how many boards a
play reads in lines of ko captures, which leave the number of stones as it is. The load of the machine stands
beside every line.
"""

import os
import resource
import subprocess
import sys
from itertools import product
from statistics import median
from time import process_time

from rules import RULESETS, replay
from tests.benchmarks.fields import field_of
from tests.benchmarks.helped import helped
from tests.benchmarks.test_replay import for_sgfmill, played_by_sgfmill, sensible_game
from tests.rules.test_superko_lines import boards_read
from tournaments.competition.pairing import pair

SIZES = (500, 1_000, 2_000, 5_000, 10_000)
SYSTEMS = ("mcmahon", "swiss", "swiss_categories")
ROUNDS = (1, 4)
RUNS = 200
CAPTURES = (250, 1_000, 4_000)
MEMORY = 4 * 2**30
ENGINE = "engine"


def seconds(work):
    begun = process_time()
    done = work()
    return process_time() - begun, done


def warm(work):
    work()
    return seconds(work)[0]


def paired(size, system, round_):
    """One line of the table of pairings."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    history = field_of(size, system=system, round_=round_)
    took, pairing = seconds(lambda: pair(history, round_))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    gap = pairing.bound - pairing.total
    return f"{size:7} {system:16}{round_:7}{took:10.2f}{peak:10}{gap:12}{pairing.candidates:10}{load()}"


def replayed(name, plays, moves):
    """One line of the table of rulesets."""
    ruleset = RULESETS[name]
    ratios = []
    for _ in range(RUNS):
        bare = warm(lambda: played_by_sgfmill(moves))
        ratios.append(bare / warm(lambda: replay(ruleset, plays)))
    return f"{name:24}{median(ratios):10.2f}{load()}"


def captured(captures):
    """One line of the table of superko."""
    return f"{captures:12}{boards_read('positional', captures + 1) / captures:14.1f}{load()}"


def load():
    return f"{os.getloadavg()[0]:8.1f}"


def tell(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main(*named):
    sizes = [int(word) for word in named if word.isdigit()] or ([] if ENGINE in named else SIZES)
    if sizes:
        tell(
            f"{'players':>7} {'system':16}{'round':>7}{'seconds':>10}{'peak MB':>10}{'gap':>12}{'pairs':>10}"
            f"{'load':>8}"
        )
    for size, system, round_ in product(sizes, SYSTEMS, ROUNDS):
        code = f"from tests.benchmarks.limits import paired; print(paired({size}, {system!r}, {round_}))"
        subprocess.run([sys.executable, "-c", code], check=True)
    if ENGINE in named or not named:
        plays = sensible_game(seed=1)
        tell(f"{'ruleset':24}{'x sgfmill':>10}{'load':>8}")
        for name in RULESETS:
            tell(replayed(name, plays, for_sgfmill(plays)))
        tell(f"{'ko captures':>12}{'boards a play':>14}{'load':>8}")
        for captures in CAPTURES:
            tell(captured(captures))


if __name__ == "__main__":
    helped(__doc__)
    main(*sys.argv[1:])
