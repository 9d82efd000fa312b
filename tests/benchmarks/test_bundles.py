"""What provability costs: heads while events are stored, and checking a bundle of 300 players and 10 rounds.

``python -m pytest tests/benchmarks/test_bundles.py --part benchmarks -s`` prints the figures; with ``--long``
also those of 5,000 players. The verifier runs in a process of its own, whose memory is its own.
"""

import json
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from time import process_time

import pytest

from games.log.tree import keeping
from tests.builders import NOW, a_tournament, finish, pair
from tests.generated import Form, Wish, generate
from tests.verifier.checking import VERIFIER, bundle_of

pytestmark = pytest.mark.django_db
PLAYERS, ROUNDS = 120, 4
SECONDS, MEGABYTES = 30, 300  # of the processor


def test_a_round_with_its_head_takes_little_longer_than_without():
    """Nothing is done for the tree when an event is stored (``test_tree``): the head is all that it costs."""
    row, begun, spent = a_tournament(PLAYERS, rounds=ROUNDS), process_time(), Counter()
    for number in range(1, ROUNDS + 1):
        pair(row, number)
        finish(row, number)
        spent["round"] += process_time() - begun
        begun = process_time()
        keeping.make(NOW + timedelta(minutes=number))
        spent["head"] += process_time() - begun
        begun = process_time()
    ratio = spent.total() / spent["round"]
    sys.stdout.write(f"\n{ROUNDS} rounds of {PLAYERS} players with heads against without: {ratio:.3f}\n")
    assert ratio < 1.1


APART = """
import runpy, sys, time
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    [high] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
    print(high, time.process_time(), file=sys.stderr)
"""


def verified(bundle):
    """(seconds of the processor, megabytes at most, what it says) of the verifier."""
    words = [sys.executable, "-c", APART, str(VERIFIER), str(bundle), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    kilobytes, seconds = done.stderr.split()
    return float(seconds), int(kilobytes) / 1024, json.loads(done.stdout)


@pytest.mark.parametrize(("players", "rounds"), [(300, 10), pytest.param(5000, 1, marks=pytest.mark.long)])
def test_a_bundle_is_checked_in_seconds_and_little_memory(players, rounds, tmp_path):
    wish = Wish(players=players, rounds=rounds, system="mcmahon", form=Form.PLAYERS, quiet=True)
    bundle = bundle_of(generate(1, wish).slug, tmp_path)
    seconds, megabytes, told = verified(bundle)
    sys.stdout.write(
        f"\n{players} x {rounds}: a bundle of {bundle.stat().st_size / 2**20:.1f} MB, "
        f"checked in {seconds:.1f} s with {megabytes:.0f} MB\n"
    )
    assert told["faults"] == []
    assert (seconds < SECONDS, megabytes < MEGABYTES) == (True, True)
