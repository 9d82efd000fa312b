"""A club's server is killed in the middle of writes: what was acknowledged is there, the log is whole."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from time import monotonic, sleep

import pytest

from tests.conftest import ROOT
from tests.faults.club import environment, manage
from tests.services import free_port
from tests.sizes import size

pytestmark = pytest.mark.sqlite
KILLS = size(1, long=20)


@contextlib.contextmanager
def serving(data, port):
    """A server that answers; whatever happens in the block, it is killed after it."""
    command = [sys.executable, "-m", "gunicorn", "deploy.wsgi", "--bind", f"127.0.0.1:{port}"]
    options = [
        "--worker-class",
        "gthread",
        "--threads",
        "4",
        "--no-control-socket",
        "--log-level",
        "critical",
    ]
    server = subprocess.Popen([*command, *options], cwd=ROOT, env=environment(data), start_new_session=True)
    try:
        answers_within(60, port)
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def answers_within(seconds, port):
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            return call(port, "GET", "/api/v1/")
        except (OSError, HTTPException):
            sleep(0.1)
    raise AssertionError(f"the server did not answer within {seconds} s")


def call(port, method, path, body=None, **headers):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **headers},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.loads(response.read() or b"null")


def log_in(port, data):
    told = json.loads((data / "demo.json").read_text())
    director = next(login for login in told["logins"] if login["role"] == "director")
    given = {"username": director["user"], "password": director["password"]}
    token = call(port, "POST", "/api/v1/login/", given)["token"]
    return told["tournament"], {"Authorization": f"Token {token}"}


def killed_while_writing(server, port, data, attempt, acknowledged):
    """Whether each write was acknowledged; a third of them before the server dies."""
    slug, headers = log_in(port, data)
    entries = call(port, "GET", f"/api/v1/tournaments/{slug}/players/?page_size=200", **headers)["results"]

    def change(entry):
        value = (entry["correction"] + 1 + attempt) % 7
        path = f"/api/v1/tournaments/{slug}/players/{entry['id']}/"
        key = {"Idempotency-Key": f"{attempt}/{entry['id']}"}
        try:
            call(port, "PATCH", path, {"correction": value, "reason": "typed wrong"}, **headers, **key)
        except (OSError, HTTPException):
            acknowledged.pop(entry["id"], None)  # a cut connection says neither done nor not done
            return False
        acknowledged[entry["id"]] = value
        return True

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(change, entry) for entry in entries]
        answers[len(entries) // 3].result()
        os.killpg(server.pid, signal.SIGKILL)
        return [answer.result() for answer in answers]


def corrections(data):
    """By entry, as they are kept."""
    with contextlib.closing(sqlite3.connect(data / "nigiri.sqlite3")) as database:
        return dict(database.execute("SELECT id, correction FROM tournaments_entryrow"))


def test_what_was_acknowledged_survives(tmp_path):
    data = tmp_path / "data"
    *_, demo = manage(data, "migrate --verbosity 0", "demo --stage round-3 --json")
    (data / "demo.json").write_text(demo)
    acknowledged = {}
    for attempt in range(KILLS):
        port = free_port()
        with serving(data, port) as server:
            done = killed_while_writing(server, port, data, attempt, acknowledged)
        assert any(done)
        assert not all(done)
        assert acknowledged.items() <= corrections(data).items()
        manage(data, "verify", "rebuild --check")
