"""`serve.sh` as a process of a test, on the tests' servers, and clients that never rest."""

import os
import threading
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.error import HTTPError

from tests.conftest import wait_until
from tests.deploy.scripts import SERVE, children, running, until_healthy
from tests.services import free_port

UNITS = {"web": "deploy.web", "worker": "deploy worker", "schedule": "deploy beat"}


@dataclass
class Federation:
    process: object
    port: int
    log: Path
    environment: dict
    seconds: float  # from its start to the first answer

    def pids(self, name):
        """Of a unit: one, or two while the new one is not ready."""
        return {pid for pid, command in children(self.process.pid).items() if UNITS[name] in command}

    def pid(self, name):
        """Once exactly one is there."""
        wait_until(lambda: len(self.pids(name)) == 1, seconds=60)
        return next(iter(self.pids(name)))

    def until_another(self, name, before):
        """Another process of the unit than this one, alone."""
        wait_until(lambda: self.pids(name) and before not in self.pids(name), seconds=60)
        return self.pid(name)

    def until_ready(self, times):
        """The supervisor has seen so many web servers become ready."""
        wait_until(lambda: self.log.read_text().count("web is ready") == times, seconds=60)


@contextmanager
def serving(folder, *options, script=SERVE, **environment):
    """A federation that answers, with two web workers and one child of Celery."""
    port, log = free_port(), folder / "log"
    own = {
        "NIGIRI_DATA": str(folder / "data"),
        "NIGIRI_HTTPS": "false",
        "NIGIRI_NAME": f"{Path(os.environ['DATABASE_URL'].partition('?')[0]).name}-{port}",
        **environment,
    }
    command = (str(script), *options, "--bind", f"127.0.0.1:{port}", "--workers", "2", "--celery", "1")
    with running(*command, log=log, **own) as process:
        begun = time.monotonic()
        until_healthy(process, port, log)
        yield Federation(process, port, log, own, time.monotonic() - begun)


@dataclass
class Clients:
    """(when it began, seconds, status or error) of each request."""

    seen: list = field(default_factory=list)

    def failed(self):
        return [row for row in self.seen if row[2] != 200]

    def longest(self):
        """Seconds that anybody waited."""
        return max(seconds for _, seconds, _ in self.seen)

    def gap(self):
        """The longest time in seconds in which nobody was answered."""
        ends = sorted(begun + seconds for begun, seconds, status in self.seen if status == 200)
        return max(after - before for before, after in pairwise(ends))


@contextmanager
def asking(port, path="/", number=4):
    """Clients who ask one thing after another, each on a new connection, until the block ends."""
    clients, stop = Clients(), threading.Event()

    def ask():
        while not stop.is_set():
            begun = time.monotonic()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                    answer.read()
                    said = answer.status
            except HTTPError as error:
                said = error.code
            except Exception as error:  # noqa: BLE001 - whatever it is, the request is lost
                said = repr(error)
            clients.seen.append((begun, time.monotonic() - begun, said))
            stop.wait(0.02)

    threads = [threading.Thread(target=ask) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield clients
    finally:
        stop.set()
        for thread in threads:
            thread.join()
