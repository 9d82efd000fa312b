"""What a tournament's state costs, from the first event to the last: its time follows the number of players.

``python -m tests.benchmarks.test_folding`` prints seconds of the processor for up to 2,000 players.
"""

import sys
from functools import reduce
from time import process_time

from tests.benchmarks.helped import helped
from tests.benchmarks.played import played_events
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament


def seconds(players, withdrawing):
    """Of the processor, the best of three."""
    events = list(played_events(players, withdrawing=withdrawing))

    def once():
        begin = process_time()
        reduce(fold, events, Tournament())
        return process_time() - begin

    return min(once() for _ in range(3))


def test_withdrawals_cost_little_more_than_other_events():
    assert seconds(500, withdrawing=0.1) < 2.5 * seconds(500, withdrawing=0)


def test_four_times_the_players_take_about_four_times_as_long():
    assert seconds(1000, withdrawing=0.1) < 10 * seconds(250, withdrawing=0.1)


if __name__ == "__main__":
    helped(__doc__)
    for size in (250, 500, 1000, 2000):
        sys.stdout.write(f"{size} players: {seconds(size, 0):.3f} s, ")
        sys.stdout.write(f"{seconds(size, 0.1):.3f} s where a tenth withdraws\n")
