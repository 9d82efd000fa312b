"""A club's server is killed in the middle of writes: what was acknowledged is there, the log is whole."""

import contextlib
import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from threading import Event

import pytest

from tests.faults.club import environment, manage
from tests.faults.serving import call, log_in, serving
from tests.services import free_port
from tests.sizes import size

pytestmark = [pytest.mark.sqlite, pytest.mark.long]  # kills
KILLS = size(1, long=20)


def killed_while_writing(server, port, data, attempt, acknowledged):
    """Whether each write was acknowledged; a third are before the server dies, a third sent afterwards."""
    dead = Event()
    slug, headers = log_in(port, (data / "demo.json").read_text())
    entries = call(port, "GET", f"/api/v1/tournaments/{slug}/entries/?page_size=200", **headers)["results"]

    def change(number, entry):
        if number > 2 * len(entries) // 3:
            assert dead.wait(60)
        value = (entry["correction"] + 1 + attempt) % 7
        path = f"/api/v1/tournaments/{slug}/entries/{entry['id']}/"
        key = {"Idempotency-Key": f"{attempt}/{entry['id']}"}
        try:
            call(port, "PATCH", path, {"correction": value, "reason": "typed wrong"}, **headers, **key)
        except (OSError, HTTPException):
            acknowledged.pop(entry["id"], None)  # a cut connection says neither done nor not done
            return False
        acknowledged[entry["id"]] = value
        return True

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(change, number, entry) for number, entry in enumerate(entries)]
        answers[len(entries) // 3].result()
        os.killpg(server.pid, signal.SIGKILL)
        dead.set()
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
        with serving(environment(data), port) as server:
            done = killed_while_writing(server, port, data, attempt, acknowledged)
        assert any(done)
        assert not all(done)
        assert acknowledged.items() <= corrections(data).items()
        manage(data, "verify", "rebuild --check")
