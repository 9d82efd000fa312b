"""How long each death and each restart of a federation lasts, as a table: `pytest --long -s` shows it.

The targets are those of `deploy/decisions/processes.md`.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import psycopg
import pytest

from tests.conftest import wait_until
from tests.deploy.federation import UNITS, asking, serving
from tests.deploy.scripts import ROOT, children, is_gone

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.celery, pytest.mark.long]
JOB = """
SELECT leased_by, ended_at
FROM (SELECT * FROM tournaments_job ORDER BY asked_at DESC LIMIT 1) newest WHERE state = %s
"""
GAMES = "1000"  # which take some seconds


@pytest.fixture(scope="module")
def told():
    """Collects (what, figure, target), and prints them."""
    rows = []
    yield lambda what, figure, target: rows.append((what, figure, target))
    for what, figure, target in rows:
        sys.stdout.write(f"\n{what:<68} {figure:<44} {target}")
    load = "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())
    sys.stdout.write(f"\nload of the machine's {os.cpu_count()} processors in 1, 5 and 15 minutes: {load}\n")


@contextmanager
def under_load(told, federation, what, *, gap):
    """Nobody is without an answer for longer than so many seconds."""
    with asking(federation.port) as clients:
        time.sleep(2)
        yield clients
        time.sleep(2)
    lost = f"{len(clients.failed())} of {len(clients.seen)} lost"
    told(what, f"{lost}, gap {clients.gap():.1f} s, longest {clients.longest():.1f} s", f"gap {gap} s")
    assert clients.gap() <= gap


def kill_all(federation):
    """As a machine without power does."""
    groups = [federation.pid(name) for name in UNITS]
    for pid in [federation.process.pid, *groups]:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    federation.process.wait()
    wait_until(lambda: all(is_gone(group) for group in groups), seconds=60)


def test_web(told, tmp_path):
    with serving(tmp_path) as federation:
        wait_until(lambda: "ready." in federation.log.read_text(), seconds=60)
        with under_load(told, federation, "the Celery worker is killed", gap=1) as clients:
            os.kill(federation.pid("worker"), signal.SIGKILL)
            time.sleep(5)
        assert not clients.failed()
        with under_load(told, federation, "a web process is killed", gap=1):
            os.kill(next(iter(children(federation.pid("web")))), signal.SIGKILL)
            time.sleep(3)
        with under_load(told, federation, "the master of the web processes is killed", gap=5) as clients:
            os.kill(federation.pid("web"), signal.SIGKILL)
            federation.until_ready(2)
        assert not clients.failed()
        with under_load(told, federation, "new code (HUP)", gap=2) as clients:
            federation.process.send_signal(signal.SIGHUP)
            federation.until_ready(3)
            time.sleep(5)
        assert not clients.failed()
        assert clients.longest() <= 2
        kill_all(federation)
        with serving(tmp_path) as again:
            told("all is killed: from the start to the first answer", f"{again.seconds:.1f} s", "5 s")
            assert again.seconds <= 5


class Hall:
    """Games whose limits change, as jobs of the federation with this environment."""

    def __init__(self, environment):
        own = {"RESCORING_GAMES": GAMES, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        self.environment = {**os.environ, **environment, **own}

    def begin(self, what, *length):
        command = [sys.executable, "-m", "tests.faults.many_games", what, *map(str, length)]
        return subprocess.Popen(command, cwd=ROOT, env=self.environment)

    def newest(self, state):
        """(whose it is, when it ended) of the newest job, in that state."""
        with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
            return connection.execute(JOB, [state]).fetchone()

    def seconds_after(self, death, length):
        """From the death of whoever is at a job to its end; ``death`` is given the number of its process."""
        changing = self.begin("change", length)
        found = []
        wait_until(lambda: found.append(self.newest("running")) or found[-1], seconds=60)
        begun = time.monotonic()
        death(int(found[-1][0].split("/")[1]))
        assert self.newest("running"), "it was done before"
        wait_until(lambda: self.newest("done"), seconds=120)
        assert changing.wait() == 0
        return time.monotonic() - begun


def test_jobs(told, tmp_path):
    (tmp_path / "away").mkdir()
    with serving(tmp_path) as federation:
        wait_until(lambda: "ready." in federation.log.read_text(), seconds=60)
        hall = Hall(federation.environment)
        assert hall.begin("make").wait() == 0

        def measured(what, seconds, target):
            told(f"{what}: until its job is done", f"{seconds:.1f} s", f"{target} s")
            assert seconds <= target

        def kill_group(_child):
            os.killpg(federation.pid("worker"), signal.SIGKILL)

        def kill_both(_child):
            os.kill(federation.pid("schedule"), signal.SIGKILL)
            os.killpg(federation.pid("worker"), signal.SIGKILL)

        seconds = hall.seconds_after(lambda child: os.kill(child, signal.SIGKILL), 30)
        measured("the process that is at a job is killed", seconds, 30)
        measured("the worker is killed with its group", hall.seconds_after(kill_group, 20), 60)
        measured("the worker's group and the schedule are killed", hall.seconds_after(kill_both, 10), 60)
        federation.process.terminate()
        assert federation.process.wait(60) == 0
    with serving(tmp_path / "away", CELERY_BROKER_URL="redis://127.0.0.1:1/0"):
        hall.environment["CELERY_BROKER_URL"] = "redis://127.0.0.1:1/0"
        begun = time.monotonic()
        assert hall.begin("change", 5).wait() == 0
        wait_until(lambda: hall.newest("done"), seconds=120)
        measured("the broker is away", time.monotonic() - begun, 60)
