"""``python -m tests.benchmarks.crowd --players 300 --seconds 15``: a crowd behind nginx's micro-cache.

The service as it is shipped: stock gunicorn, PostgreSQL, Redis, nginx with our configuration, all of it and
the readers on this machine. `wrk` (Debian: wrk) reads the standings over REST as fast as it is answered;
eight desks enter results, and three readers look when they see them. Bounds: at least 10,000 requests a
second on two idle cores, every result seen within 3 s; beyond them the exit status is 1. With
``--connections 0 --rate 1000`` nobody but the desks and readers is there, and results a second are measured.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import sleep

from tests.benchmarks.crowd.watching import Link, path_of, watched
from tests.conftest import ROOT
from tests.faults.fronted import fronting
from tests.faults.load.federation import Federation

LEAST_RATE, LONGEST_WAIT = 10_000, 3.0
FROM_ONE_ADDRESS = {  # all of the crowd comes from this machine
    "limit_req zone=requests burst=1000 nodelay;": "",
    "limit_conn at_once 1000;": "",
}


class Shipped(Federation):
    """For https, behind one proxy."""

    def _environment(self):
        own = {"NIGIRI_HTTPS": "true", "NIGIRI_PROXIES": "1", "NIGIRI_STATIC": str(self.folder / "static")}
        return {**super()._environment(), **own}


def made(environment, players):
    """The tournament, made on the database of this environment."""
    command = [sys.executable, "-m", "tests.benchmarks.crowd.world", str(players)]
    told = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)


def driven(address, seconds, connections):
    """Return what `wrk` counted: one thread of it is enough for two processors."""
    if not connections:
        sleep(seconds)
        return {"requests": 0, "seconds": seconds, "errors": 0, "latencies": []}
    script = Path(__file__).with_name("told.lua")
    options = ["-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(script), "--timeout", "10s"]
    done = subprocess.run(["wrk", *options, address], capture_output=True, text=True, check=True)
    return json.loads(next(line for line in done.stdout.splitlines() if line.startswith("{")))


def main(arguments=None):
    asked = _asked(arguments)
    with tempfile.TemporaryDirectory(prefix="nigiri-crowd-") as folder:
        federation = Shipped(Path(folder), asked.workers, asked.threads)
        with (
            federation.running(partial(made, players=asked.players)),
            fronting(federation.environment, federation.port, **FROM_ONE_ADDRESS) as front,
        ):
            world = federation.prepared
            address = f"https://localhost:{front.port}{path_of(world)}"
            work = partial(driven, address, asked.seconds, asked.connections)
            counted, seen = watched(world, asked.rate, work, partial(Link, front.port, front.tls))
    rate, wait = counted["requests"] / counted["seconds"], seen.longest_wait()
    for line in (
        f"{rate:.0f} requests/s, {counted['errors']} errors; 50, 99, 99.9 %: {counted['latencies']} ms",
        f"{len(seen.written) / counted['seconds']:.1f} results/s, {dict(seen.statuses)}",
        f"longest wait for a result {wait:.2f} s; {seen.went_back()} reads showed less than before",
        f"load {os.getloadavg()[0]:.1f}",
    ):
        sys.stdout.write(f"{line}\n")
    slow = asked.connections and rate < LEAST_RATE
    return int(slow or wait > LONGEST_WAIT or counted["errors"] > 0)


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
    sys.exit(main())
