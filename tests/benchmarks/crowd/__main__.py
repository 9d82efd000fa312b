"""``python -m tests.benchmarks.crowd --players 300 --seconds 10``: gunicorn alone, then behind nginx.

The service as its units start it, with PostgreSQL and Redis, two web processes of eight threads;
all of it and the readers on this machine. Readers ask for the standings over REST as fast as they are
answered, by `wrk` (Debian: wrk); eight desks enter results, and three readers of ours look who sees what.

cpu: processors' time that an answer takes, of all that serves. Too late: reads begun two seconds after the
answer to a result that did not show it; stale: begun after the answer at all. Back: who saw less than before.
"""

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.benchmarks.crowd import wrk
from tests.benchmarks.crowd.service import Deployed, made, processor_seconds
from tests.benchmarks.crowd.watching import Door, path_of, watched
from tests.faults.fronted import fronting
from tests.parts import nginx

FROM_ONE_ADDRESS = {  # all of the crowd comes from this machine
    "limit_req zone=requests burst=1000 nodelay;": "",
    "limit_conn at_once 1000;": "",
}
HEAD = (
    f"{'':<9}{'requests/s':>10}{'50 %':>8}{'99 %':>8}{'99.9 %':>8} ms{'errors':>7}{'cpu':>6} µs"
    f"{'results/s':>11}{'longest wait':>14}{'too late':>10}{'back':>6}{'stale':>7}{'load':>6}"
)


def main(arguments=None):
    asked = _asked(arguments)
    if not wrk.is_there():
        sys.exit("wrk is not installed (Debian: apt install wrk).")
    with tempfile.TemporaryDirectory(prefix="nigiri-crowd-") as folder:
        federation = Deployed(Path(folder), asked.workers, asked.threads)
        with federation.running(partial(made, players=asked.players)):
            for line in lines(federation, asked):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


def lines(federation, asked):
    """Of the table, as they are measured."""
    yield HEAD
    there = f"http://127.0.0.1:{federation.port}"
    yield measured("gunicorn", there, partial(Door, federation.port), federation.prepared, asked)
    if not nginx():
        yield "nginx is not installed (Debian: apt install nginx-light)."
        return
    with fronting(federation.environment, federation.port, **FROM_ONE_ADDRESS) as front:
        there, door = f"https://localhost:{front.port}", partial(Door, front.port, front.tls)
        yield measured("nginx", there, door, federation.prepared, asked)


def measured(name, there, door, world, asked):
    """One line: what wrk counted, and what was seen of the results."""

    def work():
        begun = processor_seconds()
        counted = wrk.driven(there + path_of(world), asked.seconds, asked.connections)
        return counted, processor_seconds() - begun

    (counted, taken), seen = watched(world, asked.rate, work, door)
    refused = {what: many for what, many in seen.others.items() if not what.endswith(" 200")}
    fast = "".join(f"{one:>8.1f}" for one in counted.latencies)
    return (
        f"{name:<9}{counted.rate:>10.0f}{fast}{counted.errors:>10}{1e6 * taken / counted.requests:>6.0f}"
        f"{len(seen.written) / counted.seconds:>14.1f}{seen.longest_wait():>12.2f} s{seen.too_late():>10}"
        f"{seen.went_back():>6}{seen.stale():>7}{os.getloadavg()[0]:>6.1f}  {refused or ''}"
    )


def _asked(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.crowd", description=__doc__)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--rate", type=float, default=20, help="results a second")
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
