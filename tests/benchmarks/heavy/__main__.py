"""``python -m tests.benchmarks.heavy --players 1000``: how long `/health/` takes meanwhile.

The service as it is deployed, on this machine: PostgreSQL, Redis, two web processes of eight threads. Each
line is something that is asked for at once from that many connections, while another one asks for `/health/`
all the time. cpu: seconds of the processors that the service took until all was answered.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic, sleep

from tests.benchmarks.crowd.service import Deployed, made, processor_seconds
from tests.benchmarks.crowd.watching import Door

WORLD = "tests.benchmarks.heavy.world"
PROXIED = {"X-Forwarded-For": "192.0.2.1"}
HEAD = (
    f"{'asked for':<26}{'at once':>8}{'longest':>10}{'cpu':>8}{'health: median':>16}{'99 %':>8}{'longest':>9}"
    f"{'load':>6}  answers"
)


def main(arguments=None):
    asked = _asked(arguments)
    with tempfile.TemporaryDirectory(prefix="nigiri-heavy-") as folder:
        federation = Deployed(Path(folder), asked.workers, asked.threads)
        with federation.running(partial(made, players=asked.players, world=WORLD)):
            sys.stdout.write(f"{HEAD}\n")
            for line in lines(federation):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


def lines(federation):
    """Of the table, as they are measured."""
    world = federation.prepared
    there = f"/tournaments/{world['slug']}/rounds/{world['round']}/"
    rest = f"/api/v1/tournaments/{world['slug']}/rounds/{world['round']}/"
    whys = [f"{there}why/{game}/" for game in world["games"]]
    yield measured(federation.port, "nothing", [])
    yield measured(federation.port, "one proof", [f"{there}proof/"])
    yield measured(federation.port, "the same, kept", [f"{there}proof/"] * 50)
    yield measured(federation.port, "a proof by fifty, REST", [f"{rest}proof/"] * 50)
    yield measured(federation.port, "eight reasons", whys[:8])
    yield measured(
        federation.port, "eight sheets", [f"/tournaments/{world['slug']}/sheets/standings.pdf"] * 8
    )


def measured(port, name, paths):
    """One line."""
    ended = Event()
    begun = processor_seconds()
    with ThreadPoolExecutor(len(paths) + 1) as pool:
        health = pool.submit(_asks_for_health, port, ended)
        sleep(0.5)
        done = list(pool.map(partial(_answer, port), paths))
        sleep(1.0)
        ended.set()
        waits = sorted(health.result())
    longest = max((seconds for _, seconds in done), default=0.0)
    statuses = dict(Counter(status for status, _ in done))
    taken = processor_seconds() - begun
    median, most = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return (
        f"{name:<26}{len(paths):>8}{longest:>8.2f} s{taken:>8.2f}{1e3 * median:>13.0f} ms"
        f"{1e3 * most:>8.0f}{1e3 * waits[-1]:>9.0f}{os.getloadavg()[0]:>6.1f}  {statuses}"
    )


def _answer(port, path):
    begun = monotonic()
    status, _ = Door(port, seconds=120).ask("GET", path, **PROXIED)
    return status, monotonic() - begun


def _asks_for_health(port, ended):
    """Seconds of each answer."""
    door, waits = Door(port), []
    while not ended.is_set():
        begun = monotonic()
        status, _ = door.ask("GET", "/health/")
        waits.append(monotonic() - begun)
        assert status == 200, status
        sleep(0.02)
    return waits


def _asked(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.heavy", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
