"""A federation's processes: the death of one leaves the others alone, and a restart loses no request."""

import os
import signal
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.conftest import wait_until
from tests.deploy.federation import UNITS, asking, serving
from tests.deploy.scripts import ROOT, children, is_gone

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.celery]


def test_each_unit_is_started_again_alone_and_none_outlives_the_supervisor(tmp_path):
    with serving(tmp_path) as federation:
        pids = {name: federation.pid(name) for name in UNITS}
        for name in ("worker", "schedule"):
            os.kill(pids[name], signal.SIGKILL)
            pids[name] = federation.until_another(name, pids[name])
        assert {name: federation.pid(name) for name in UNITS} == pids
        with asking(federation.port, number=2) as clients:
            os.kill(pids["web"], signal.SIGKILL)
            federation.until_ready(2)
        assert not clients.failed()  # the master's own processes answered until others did
        after = {name: federation.pid(name) for name in UNITS}
        assert {name for name in UNITS if after[name] != pids[name]} == {"web"}
        wait_until(lambda: all(children(after[name]) for name in ("web", "worker")), seconds=60)
        federation.process.kill()
        wait_until(lambda: all(is_gone(pid) for pid in after.values()), seconds=60)


def copied(target, said):
    """The program with another answer to whether it lives."""
    target.mkdir()
    for name in ("deploy", "games", "rules", "tournaments", "manage.py"):
        subprocess.run(["cp", "-R", str(ROOT / name), str(target)], check=True)
    (target / ".venv").symlink_to(ROOT / ".venv")
    file = target / "deploy" / "watching" / "health.py"
    file.write_text(file.read_text().replace('"OK\\n"', f'"{said}\\n"'))


def pointed(link, target):
    """At once, as a program that is being started needs it."""
    new = link.with_name("new")
    new.symlink_to(target)
    new.replace(link)


def test_new_code_takes_over_and_no_request_is_lost(tmp_path):
    copied(tmp_path / "one", "first")
    copied(tmp_path / "two", "second")
    pointed(tmp_path / "current", tmp_path / "one")
    with serving(tmp_path, "web", script=tmp_path / "current" / "deploy" / "serve.sh") as federation:
        before = federation.pid("web")
        pointed(tmp_path / "current", tmp_path / "two")
        with asking(federation.port, "/health/live/") as clients:
            assert answer(federation.port) == b"first\n"
            federation.process.send_signal(signal.SIGHUP)
            after = federation.until_another("web", before)
        assert not clients.failed()
        assert answer(federation.port) == b"second\n"
        (tmp_path / "two" / "deploy" / "upgrading.py").write_text("1 / 0\n")
        federation.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "the old one goes on" in federation.log.read_text(), seconds=60)
        assert (federation.pid("web"), answer(federation.port)) == (after, b"second\n")
        federation.process.terminate()
        assert federation.process.wait(60) == 0, federation.log.read_text()


def answer(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live/", timeout=60) as said:
        return said.read()


def test_two_migrations_at_once_both_end_well(tmp_path):
    """On an empty database of their own: one migrates, the other waits and finds it done."""
    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"{given.path[1:]}_gw99"  # dropped with the others of the run
    with psycopg.connect(given.geturl(), autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    own = {**os.environ, "DATABASE_URL": given._replace(path=f"/{name}").geturl()}
    command = [sys.executable, "-m", "deploy.upgrading"]

    def migrate(_number):
        return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(2) as both:
        runs = list(both.map(migrate, range(2)))
    assert [run.returncode for run in runs] == [0, 0], [run.stderr for run in runs]
    with psycopg.connect(own["DATABASE_URL"]) as made:
        rows = made.execute("SELECT app, name, count(*) FROM django_migrations GROUP BY 1, 2").fetchall()
    assert rows
    assert {count for *_, count in rows} == {1}
