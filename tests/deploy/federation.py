"""A federation on the tests' servers, and clients that never rest."""

import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError

from tests import conftest
from tests.conftest import ROOT, wait_until
from tests.deploy.scripts import status
from tests.processes import Processes
from tests.services import free_port


def environment(folder, port):
    """Of the test database, with a queue of its own."""
    given = conftest._environment_of_the_test_database()
    database = Path(given["DATABASE_URL"].partition("?")[0]).name
    return {**given, "NIGIRI_DATA": str(folder / "data"), "NIGIRI_NAME": f"{database}-{port}"}


@contextmanager
def serving(folder, *names, root=ROOT):
    """(its processes, its port) of a federation that answers."""
    port, log = free_port(), folder / "log"
    with Processes(environment(folder, port), port, log, root=root, names=names) as processes:
        wait_until(lambda: status(f"http://127.0.0.1:{port}/health/live/") == 200, seconds=120)
        yield processes, port


@contextmanager
def asking(port, path="/", number=4):
    """The statuses or errors that clients get, who ask one thing after another until the block ends."""
    seen, stop = [], threading.Event()

    def ask():
        while not stop.wait(0.02):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                    answer.read()
                    seen.append(answer.status)
            except HTTPError as error:
                seen.append(error.code)
            except Exception as error:  # noqa: BLE001 - whatever it is, the request is lost
                seen.append(f"{time.monotonic()} {error!r}")

    threads = [threading.Thread(target=ask) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        stop.set()
        for thread in threads:
            thread.join()
