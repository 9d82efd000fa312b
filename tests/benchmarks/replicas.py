"""Reads on a replica that lags: ``python -m tests.benchmarks.replicas [SECONDS]``, five for each lag.

Two PostgreSQL servers and one web process on this machine. Somebody writes twenty results a second; another
writes one, and reads it as a stranger and as the director once it is answered. Stale: what was read is not
what was written. Then what a read costs each process, in milliseconds of processor time, with a replica and
without. Wants the wheels of the tests; nothing is left running.
"""

import json
import os
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import monotonic

import psutil

from tests.benchmarks.helped import helped

DELAYS = ("0", "20ms", "80ms", "500ms")
OTHERS = 1 / 20  # seconds between two writes of somebody else
READS = 150  # of each address, for the costs
HEAD = (
    f"{'lag':<10}{'reads':>7}{'replica':>9}{'writer':>8}{'stale':>7}{'p50 ms':>8}{'p95 ms':>8}  writer: why"
)


def main(seconds):
    from tests.services import postgresql_server, standby_of

    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql_server() as writer,
        standby_of(writer) as replica,
    ):
        from tests.faults.followed import House
        from tests.faults.serving import serving

        house, log = House(Path(folder), writer, replica), Path(folder, "log")
        with serving(house.environment, house.port, log) as web:
            house.begin()
            tell(f"load of the machine: {os.getloadavg()[0]:.1f}")
            tell(HEAD)
            numbers = [numbers_of(house.director, first) for first in (0, 1)]
            for name, lag in lags(house):
                tell(line(name, house, lag, seconds, numbers))
            followed = costs(house, web)
        alone = {name: value for name, value in house.environment.items() if name != "DATABASE_REPLICA_URL"}
        with serving(alone, house.port, log) as web:
            house.begin()
            for one in compared(followed, costs(house, web)):
                tell(one)
        tell(f"load of the machine: {os.getloadavg()[0]:.1f}")


def lags(house):
    for delay in DELAYS:
        yield f"{delay}", delayed(house, delay)
    yield "paused", house.behind()
    yield "none", nullcontext()


@contextmanager
def delayed(house, delay):
    from tests.faults.followed import at

    at(house.replica, f"ALTER SYSTEM SET recovery_min_apply_delay = '{delay}'", "SELECT pg_reload_conf()")
    try:
        yield
    finally:
        at(house.replica, "ALTER SYSTEM RESET recovery_min_apply_delay", "SELECT pg_reload_conf()")


def line(name, house, lag, seconds, numbers):
    reads = []
    with lag, others_writing(house.director, numbers[1]):
        before = house.reads()
        until = monotonic() + seconds
        while monotonic() < until:
            reads += written_and_read(house.director, numbers[0])
        by = {who: number - before.get(who, 0) for who, number in house.reads().items()}
    waits = sorted(1000 * took for took, _ in reads)
    replica = sum(number for (who, _), number in by.items() if who != "writer")
    writer = {why: round(number) for (who, why), number in by.items() if who == "writer" and number}
    figures = (len(reads), replica, sum(writer.values()), sum(not fresh for _, fresh in reads))
    told = "".join(f"{number:>{wide}.0f}" for number, wide in zip(figures, (7, 9, 8, 7), strict=True))
    return f"{name:<10}{told}{median(waits):>8.0f}{waits[len(waits) * 95 // 100]:>8.0f}  {writer or ''}"


def numbers_of(director, first):
    """Of writes that change every other entry, so that two who write change different ones."""
    return (lap * director.size + place for lap in count() for place in range(first, director.size, 2))


def written_and_read(director, numbers):
    """(seconds, whether what was written is there) of each read."""
    number = next(numbers)
    written = corrected(director.correct(number))
    answers = [read(director.entry(number)) for read in (director.read, director.look)]
    return [(answer[1], corrected(answer) == written) for answer in answers]


def corrected(answer):
    status, _, _, text = answer
    assert status == 200, text
    return json.loads(text)["correction"]


@contextmanager
def others_writing(director, numbers):
    ended = Event()

    def write():
        while not ended.wait(OTHERS):
            corrected(director.correct(next(numbers)))

    thread = Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def costs(house, web):
    """Address -> milliseconds of processor time of a read: web process, server that writes, replica."""
    director = house.director
    tournament = f"/api/v1/tournaments/{director.slug}/"
    addresses = {
        "entry": director.entry(0),
        "entries": director.players,
        "standings": f"{tournament}standings/",
        "round 1": f"{tournament}rounds/1/",
        "page": f"/tournaments/{director.slug}/",
    }
    return {name: cost(house, web, address) for name, address in addresses.items()}


def cost(house, web, address):
    from tests.faults.followed import processes_of

    def used():
        processes = psutil.Process(web.pid), psutil.Process(web.pid).children(recursive=True)
        parts = [processes[0], *processes[1]], processes_of(house.writer), processes_of(house.replica)
        return [sum(sum(one.cpu_times()) for one in part) for part in parts]

    assert house.director.look(address)[0] == 200
    before = used()
    for _ in range(READS):
        house.director.look(address)
    return [1000 * (after - first) / READS for first, after in zip(before, used(), strict=True)]


def compared(followed, alone):
    yield f"{'':<12}{'with a replica':>30}{'without':>20}"
    heads = ("web", "writer", "replica", "web", "writer", "of writer")
    yield f"{'a read of':<12}" + "".join(f"{head:>10}" for head in heads)
    for name, (web, writer, replica) in followed.items():
        web_alone, writer_alone, _ = alone[name]
        share = f"{writer / writer_alone:.2f}" if writer_alone else "-"
        figures = "".join(f"{one:>10.2f}" for one in (web, writer, replica, web_alone, writer_alone))
        yield f"{name:<12}{figures}{share:>10}"


def tell(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    helped(__doc__)
    main(float((sys.argv[1:] or ["5"])[0]))
