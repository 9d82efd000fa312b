"""A federation's processes: deaths, new code, and a database that they must not serve."""

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

from tests.conftest import ROOT, wait_until
from tests.deploy.federation import asking, environment, serving
from tests.services import free_port

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.celery,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.long  # kills and restarts: their time is the machine's
def test_gunicorn_replaces_a_killed_process_and_the_others_answer(tmp_path):
    with serving(tmp_path, "web") as (processes, port):
        wait_until(lambda: len(processes.children("web")) == 2)
        master, before = processes.pid("web"), processes.children("web")
        os.kill(before[0], signal.SIGKILL)
        wait_until(lambda: before[0] not in processes.children("web"))
        assert answer(port) == b"OK\n"
        wait_until(lambda: len(processes.children("web")) == 2, seconds=60)
        assert processes.pid("web") == master


def copied(target, said):
    """Copy the program with another answer to whether it lives."""
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


@pytest.mark.long  # kills and restarts: their time is the machine's
def test_hup_brings_new_code_behind_the_link_and_loses_no_request(tmp_path):
    copied(tmp_path / "one", "first")
    copied(tmp_path / "two", "second")
    pointed(tmp_path / "current", tmp_path / "one")
    with serving(tmp_path, "web", root=tmp_path / "current") as (processes, port):
        master = processes.pid("web")
        assert answer(port) == b"first\n"
        pointed(tmp_path / "current", tmp_path / "two")
        with asking(port, "/health/live/") as seen:
            os.kill(master, signal.SIGHUP)
            wait_until(lambda: answer(port) == b"second\n", seconds=60)
        assert set(seen) == {200}
        assert processes.pid("web") == master


def answer(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live/", timeout=60) as said:
        return said.read()


@pytest.fixture
def empty():
    """The environment of a database that has no tables; it is dropped with the others of the run."""
    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"{given.path[1:]}_gw99"
    with psycopg.connect(given.geturl(), autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return {**os.environ, "DATABASE_URL": given._replace(path=f"/{name}").geturl()}


def test_neither_gunicorn_nor_celery_starts_before_the_tables_are_migrated(empty, tmp_path):
    port = free_port()
    own = environment(tmp_path, port) | {"DATABASE_URL": empty["DATABASE_URL"]}
    for command in (
        ("gunicorn", "-c", "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}"),
        ("celery", "-A", "deploy", "worker"),
    ):
        run = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=ROOT, env=own, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert run.returncode != 0
        assert "migrations are not applied: run `manage.py migrate`" in run.stdout + run.stderr


def test_two_migrations_at_once_both_end_well(empty):
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]

    def migrate(_number):
        return subprocess.run(command, cwd=ROOT, env=empty, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(2) as both:
        runs = list(both.map(migrate, range(2)))
    assert [run.returncode for run in runs] == [0, 0], [run.stderr for run in runs]
    with psycopg.connect(empty["DATABASE_URL"]) as made:
        rows = made.execute("SELECT app, name, count(*) FROM django_migrations GROUP BY 1, 2").fetchall()
    assert rows
    assert {count for *_, count in rows} == {1}
