"""Open pages that follow a tournament: ``python -m tests.benchmarks.viewers [--viewers 5000] [--rate 5]``.

The service as `deploy/serve.sh --live` starts it, with PostgreSQL and Redis, on this machine, where the
viewers are too. A desk enters so many results a second; each viewer must be told of each.

delay: from the answer to the writer to the event at a viewer, of all pairs of these, in milliseconds; 0 where
the event was there first. memory: what all processes of ours have (PSS: what they share counts once), without
what the kernel keeps of connections; processor time: of the server of streams.
"""

import argparse
import asyncio
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from bisect import bisect_left
from contextlib import suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep

import psutil

from tests.benchmarks.crowd.service import Deployed, made
from tests.benchmarks.crowd.watching import VALUES, Door
from tests.conftest import ROOT
from tests.faults.serving import answers_within
from tests.services import free_port

AT_ONCE = 100  # connections that are being opened
FILES = 30_000


class WithStreams(Deployed):
    def begin_processes(self):
        self.live = free_port()
        own = {"NIGIRI_LIVE": f"127.0.0.1:{self.live}", "NIGIRI_VIEWERS": str(FILES)}
        size = (
            "--workers",
            f"{self.workers}",
            "--threads",
            f"{self.threads}",
            "--celery",
            f"{self.children}",
        )
        ports = ("--bind", f"127.0.0.1:{self.port}", "--live", own["NIGIRI_LIVE"])
        with (self.folder / "service.log").open("a") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", "deploy.supervising", *ports, *size, "all"],
                cwd=ROOT,
                env=self.environment | own,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def processes(self):
        top = psutil.Process(self.supervisor.pid)
        return [top, *top.children(recursive=True)]

    def memory(self):
        """MB of all of them; of the two servers, of pages and of streams, alone; of that of streams."""
        sizes = dict.fromkeys(("deploy.web", "deploy.streams", ""), 0.0)
        for process in self.processes():
            with suppress(psutil.Error):  # it has just ended
                command = " ".join(process.cmdline())
                name = next(name for name in sizes if name in command)
                sizes[name] += process.memory_full_info().pss / 1e6
        web, streams, _ = sizes.values()
        return sum(sizes.values()), web + streams, streams

    def streams_seconds(self):
        """Of processors."""
        found = [one for one in self.processes() if "deploy.streams" in " ".join(one.cmdline())]
        return sum(sum(one.cpu_times()[:2]) for one in found)


class Viewer(asyncio.Protocol):
    """``told``: (when, version of the tournament) of each event; a version is known by its first number."""

    def __init__(self, crowd, number):
        self.crowd, self.number, self.told, self.text, self.status = crowd, number, [], b"", 0
        self.begun = asyncio.Event()

    def connection_made(self, transport):
        self.transport = transport
        address = f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"
        lines = f"Host: localhost\r\nAccept: text/event-stream\r\nX-Forwarded-For: {address}\r\n"
        lines += "X-Forwarded-Proto: https\r\nAccept-Language: de,en;q=0.5\r\n"
        transport.write(f"GET {self.crowd.path} HTTP/1.1\r\n{lines}\r\n".encode())

    def data_received(self, data):
        now = monotonic()
        self.text += data
        *lines, self.text = self.text.split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.told.append((now, int(line[4:].partition(b".")[0])))
                self.begun.set()
            elif line.startswith(b"HTTP/1.1 "):
                self.status = int(line.split()[1])

    def connection_lost(self, exc):
        self.crowd.lost += not self.crowd.ended
        self.begun.set()


class Crowd:
    def __init__(self, port, path, number):
        self.port, self.path, self.number = port, path, number
        self.viewers, self.lost, self.ended = [], 0, False

    async def come(self):
        loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

        async def one(number):
            async with gate:
                viewer = Viewer(self, number)
                self.viewers.append(viewer)
                await loop.create_connection(lambda: viewer, "127.0.0.1", self.port)
                with suppress(TimeoutError):
                    await asyncio.wait_for(viewer.begun.wait(), 60)

        await asyncio.gather(*(one(number) for number in range(self.number)))

    def figures(self, written):
        """Delays in seconds, sorted; how many (result, viewer) were not told, or told backwards."""
        delays, missing, back = [], 0, 0
        for viewer in self.viewers:
            versions = [version for _, version in viewer.told]
            back += versions != sorted(versions)
            for at, version in written:
                place = bisect_left(versions, version)
                if place == len(versions):
                    missing += 1
                else:
                    delays.append(max(viewer.told[place][0] - at, 0.0))
        return sorted(delays), missing, back


def crowd_process(port, path, number, link):
    """Comes, says so, and says what it was told when it hears what was written."""
    raise_files()

    async def live():
        crowd = Crowd(port, path, number)
        begun = monotonic()
        await crowd.come()
        let_in = sum(viewer.status == 200 and bool(viewer.told) for viewer in crowd.viewers)
        link.send((let_in, monotonic() - begun))
        written = await asyncio.to_thread(link.recv)
        await asyncio.sleep(3)
        events = sum(len(viewer.told) for viewer in crowd.viewers)
        delays, missing, back = crowd.figures(written)
        if not delays:
            return  # nothing was entered
        shares = [delays[min(int(share * len(delays)), len(delays) - 1)] for share in (0.5, 0.99, 0.999)]
        link.send((shares, delays[-1], missing, back, crowd.lost, events))
        crowd.ended = True

    asyncio.run(live())


def raise_files():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(FILES, most), max(FILES, most)))
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def written(federation, seconds, rate):
    """Results that were entered: (when they were answered, the version then); what else was answered."""
    door, found, others = Door(federation.port), [], []
    slug, desks = federation.prepared["slug"], federation.prepared["desks"]
    begun, until = monotonic(), monotonic() + seconds
    for number, game in enumerate(cycle(federation.prepared["games"])):
        if (due := begun + number / rate) > until:
            return found, others
        sleep(max(due - monotonic(), 0))
        path = f"/api/v1/tournaments/{slug}/games/{game}/result/"
        body = {"result": VALUES[number // len(federation.prepared["games"]) % 2]}
        status, version = door.ask("PUT", path, body, Authorization=f"Token {desks[number % len(desks)]}")
        found.append((monotonic(), version)) if version else others.append(status)
    raise AssertionError


def measured(federation, asked):
    """The lines of the table."""
    answers_within(60, federation.live)
    before = federation.memory()
    crowd, link = begun(federation, asked.viewers)
    let_in, took = link.recv()
    with_them = [federation.memory()]
    taken = federation.streams_seconds()
    results, others = written(federation, asked.seconds, asked.rate)
    with_them.append(federation.memory())
    link.send(results)
    (half, most, nearly), longest, missing, back, lost, events = link.recv()
    taken = federation.streams_seconds() - taken
    crowd.join()
    (total, servers, streams), each = max(with_them), 1e6 * taken / max(events, 1)
    yield f"viewers let in       {let_in} of {asked.viewers}, in {took:.1f} s"
    yield f"memory, MB           {total:.0f} with worker and schedule, before {before[0]:.0f}"
    yield f"  of the two servers {servers:.0f}, before {before[1]:.0f}"
    yield f"  of that of streams {streams:.0f}, before {before[2]:.0f}"
    yield f"results entered      {len(results)} in {asked.seconds} s; other answers: {others or 'none'}"
    delays = ", ".join(f"{1e3 * one:.0f}" for one in (half, most, nearly, longest))
    yield f"delay, ms            {delays} (50 %, 99 %, 99.9 %, longest)"
    yield f"results not told     {missing}; viewers told backwards: {back}; streams lost: {lost}"
    yield f"events at viewers    {events}, {each:.0f} µs of processor time each"
    yield f"load                 {os.getloadavg()[0]:.1f}"


def begun(federation, number):
    """A process of viewers, and the link to it."""
    path = f"/tournaments/{federation.prepared['slug']}/live/"
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    crowd = context.Process(target=crowd_process, args=(federation.live, path, number, theirs), daemon=True)
    crowd.start()
    theirs.close()  # so that its end is heard
    return crowd, ours


def main(arguments=None):
    asked = _asked(arguments)
    raise_files()
    with tempfile.TemporaryDirectory(prefix="nigiri-viewers-") as folder:
        federation = WithStreams(Path(folder), workers=2, threads=8, children=1)
        with federation.running(partial(made, players=asked.players)):
            for line in measured(federation, asked):
                sys.stdout.write(f"{line}\n")


def _asked(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.viewers", description=__doc__)
    parser.add_argument("--viewers", type=int, default=5000)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--rate", type=float, default=5, help="results a second")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
