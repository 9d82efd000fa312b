"""A club's server, killed or never started, finds what waits: at its start, and while it runs."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from tests.conftest import ROOT, wait_until
from tests.faults import many_games as hall
from tests.faults.club import environment, make_migrated
from tests.faults.serving import answers_within
from tests.services import free_port, stop

pytestmark = [pytest.mark.sqlite, pytest.mark.long]  # kills
GAMES = 45  # more than a first batch


def games(data, *arguments):
    """``tests.faults.many_games`` in a process that ends before its thread has done anything."""
    command = [sys.executable, "-m", "tests.faults.many_games", *arguments]
    own = environment(data) | {"RESCORING_GAMES": str(GAMES)}
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


STATES = "SELECT state FROM tournaments_job WHERE kind = 'rescore' ORDER BY asked_at"


def states(data):
    with closing(sqlite3.connect(data / "nigiri.sqlite3", timeout=20)) as database:
        return [state for (state,) in database.execute(STATES)]


@contextmanager
def serving(data, port):
    """A server that answers; it is stopped after the block unless it has been killed."""
    command = [sys.executable, "-m", "deploy.program", "start", "--no-browser", "--data", str(data)]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment(data), start_new_session=True)
    try:
        answers_within(170, port)
        yield server
    finally:
        stop(server)


def test_a_server_rescores_what_it_finds_and_what_another_process_asks_for(tmp_path):
    data, port = tmp_path / "data", free_port()
    make_migrated(data)
    games(data, "make", "30")
    with serving(data, port) as killed:
        os.killpg(killed.pid, signal.SIGKILL)
    with serving(data, port) as server:
        wait_until(lambda: states(data) == ["done"], seconds=170)
        games(data, "change", "20")
        wait_until(lambda: states(data) == ["done", "done"], seconds=170)
    assert server.returncode == 0
    hall.all_well(json.loads(games(data, "told")), 21, GAMES)
