"""What the tree over the log costs: nothing when an event is stored, a little for a head; the size of proofs.

``python -m pytest tests/benchmarks/test_tree.py --part benchmarks -s`` prints the figures.
"""

import sys
from datetime import timedelta
from time import process_time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.log.tree import keeping
from games.receipts.proving import named, packed, proof
from tests.games.sample import AT, count

pytestmark = pytest.mark.django_db
EVENTS = 20_000
FEW = 40


@pytest.fixture
def long_log():
    for start in range(0, EVENTS, 1000):
        count(f"game-{start}", *range(1000))


def seconds(work, times=FEW):
    """Of the processor, the best of several."""

    def once(turn):
        begun = process_time()
        work(turn)
        return process_time() - begun

    return min(once(turn) for turn in range(times))


def test_storing_asks_the_database_the_same_with_a_tree_and_without():
    def statements(stream):
        with CaptureQueriesContext(connection) as asked:
            count(stream, 1)
        return [query["sql"].split(" ")[0] for query in asked.captured_queries]

    before = statements("game-1")
    keeping.make(AT)
    assert statements("game-2") == before


def test_a_head_costs_little_however_long_the_log_and_a_proof_fits_a_code(long_log):
    first = seconds(lambda _: keeping.make(AT), times=1)

    def another(turn):
        keeping.make(AT + timedelta(seconds=turn))

    stored = seconds(lambda turn: count("game-1", turn))
    both = seconds(lambda turn: (count("game-1", turn), another(turn)))
    text = proof(named("12345"), AT)
    sys.stdout.write(
        f"\n{EVENTS} events: first head {first:.2f} s; then {1000 * (both - stored):.1f} ms a head, "
        f"{1000 * stored:.1f} ms an event; proof {len(text)} bytes, {len(packed(text))} digits\n"
    )
    assert both - stored < 40 * stored < first
    assert len(packed(text)) < 3000
