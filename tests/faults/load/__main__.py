"""A mixed load on a federation of real processes, one of which is killed again and again; then the check.

``python -m tests.faults.load --minutes 30 --rate 20 --kill-every 20``: writes a second, seconds between two
kills. Prints a table; status 1 where anything contradicts the log. The history is kept in --folder.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

from tests.conftest import ROOT
from tests.faults.club import manage
from tests.faults.history import check, write_line
from tests.faults.load.driving import drive, sender
from tests.faults.load.federation import Federation
from tests.faults.load.killing import kill_on_and_on
from tests.faults.load.log import HEAD, PEOPLE, QUERY, as_events, logged
from tests.faults.load.people import town
from tests.faults.load.recorder import Recorder
from tests.faults.load.report import Run, report


def main(arguments=None):
    asked = _asked(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is stopped
    folder = Path(asked.folder or tempfile.mkdtemp(prefix="nigiri-load-"))
    folder.mkdir(exist_ok=True)
    run = load(folder, asked.minutes * 60, asked.rate, asked.kill_every, asked.seed)
    sys.stdout.write(f"{report(run)}\n\nhistory and logs: {folder}\n")
    return 1 if run.findings or run.recorder.no_retry_after else 0


def load(folder, seconds, rate, kill_every, seed):
    """The run. After it the log verifies, and its tables are as it says: else this raises."""
    history = []
    with (folder / "history.jsonl").open("w") as file:
        lock = threading.Lock()

        def keep(call):
            with lock:
                history.append(call)
                write_line(file, call)

        with Federation(folder).running(made) as federation:
            recorder = Recorder(send=sender(federation.port), clock=monotonic, pause=sleep, keep=keep)
            before = _before(federation)
            begun = monotonic()
            kills = _under_fire(federation, recorder, seconds, rate, kill_every, seed)
            took = monotonic() - begun
            log = _log(federation, before)
            for name, values in (("log", log), ("kills", kills)):
                with (folder / f"{name}.jsonl").open("w") as lines:
                    for value in values:
                        write_line(lines, value)
            manage(folder / "data", "verify", "rebuild --check", **_servers(federation))
    return Run(
        seconds=took,
        history=history,
        log=log,
        findings=check(history, log),
        kills=kills,
        recorder=recorder,
    )


def made(environment):
    """The world, on the database of this environment."""
    command = [sys.executable, "-m", "tests.faults.load.world"]
    told = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)


def _under_fire(federation, recorder, seconds, rate, kill_every, seed):
    world, ended = federation.prepared, threading.Event()
    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(kill_on_and_on, federation, monotonic, ended, kill_every, seed)
        try:
            drive(recorder, town(recorder, world, seed), world, seconds, rate, seed)
        finally:
            ended.set()
        return killing.result()


def _before(federation):
    with federation.connect() as connection:
        return connection.execute(HEAD).fetchone()[0]


def _log(federation, after):
    with federation.connect() as connection:
        people = as_events(name for (name,) in connection.execute(PEOPLE))
        return [*logged(connection.execute(QUERY.format(after=after))), *people]


def _servers(federation):
    names = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "SECRET_KEY")
    return {name: federation.environment[name] for name in names}


def _asked(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.faults.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--kill-every", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="of the history and the processes' logs; a new one unless given")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
