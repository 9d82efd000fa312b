"""The shell scripts, run as their users run them."""

import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from deploy.program.listening import own_address
from tests.conftest import wait_until
from tests.deploy.scripts import QUICKSTART, ROOT, SERVE, running, status, until_healthy
from tests.faults.club import make_migrated
from tests.services import free_port


def test_secrets_that_a_full_disk_left_empty_are_made_again(tmp_path):
    make = ["sh", str(ROOT / "deploy/images/make-secrets.sh"), str(tmp_path)]
    (tmp_path / "owner_password").touch()
    part = tmp_path / "owner_password.part"
    part.symlink_to("/dev/full")
    full = subprocess.run(make, capture_output=True, text=True, check=False)
    file = tmp_path / "owner_password"
    assert full.returncode == 1
    assert full.stderr == f"make-secrets.sh: {file} cannot be written: make room and run it again.\n"
    assert (file.read_text(), part.is_symlink()) == ("", False)
    subprocess.run(make, check=True)
    assert len(file.read_text()) == 33


def test_quickstart_takes_the_options_of_nigiri_start():
    run = subprocess.run(
        ["sh", QUICKSTART, "--stage", "round-9"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "usage: nigiri start" in run.stderr
    assert "invalid choice: 'round-9'" in run.stderr


def test_quickstart_help_states_its_own_defaults():
    run = subprocess.run(["sh", QUICKSTART, "--help"], capture_output=True, text=True, check=True)
    assert f"Defaults here: --demo --no-browser --host 127.0.0.1 --data {ROOT / '.data'}" in run.stdout


def test_quickstart_says_that_the_port_is_taken(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
        command = ["sh", QUICKSTART, "--port", port, "--data", str(tmp_path / "data")]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in run.stderr


def test_quickstart_serves_a_tournament_and_keeps_it(tmp_path):
    port, log = free_port(), tmp_path / "log"
    make_migrated(tmp_path / "the data")
    command = (QUICKSTART, "--port", str(port), "--stage", "entries", "--data", "the data")
    with running(*command, log=log) as first:
        until_healthy(first, port, log)
        for address in ("/", "/api/v1/", "/api/docs/"):
            assert status(f"http://localhost:{port}{address}") == 200
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        logins = [line for line in log.read_text().splitlines() if line.startswith("    ")]
        assert [line.split()[0] for line in logins] == ["director", "referee", "committee", "player"]
        assert '"event"' not in log.read_text()
        address = next(word for word in log.read_text().split() if "/tournaments/" in word)
        assert status(address) == 200
        first.terminate()
        assert first.wait(30) == 0
    with running(*command, log=log) as second:
        until_healthy(second, port, log)
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        assert [line for line in log.read_text().splitlines() if line.startswith("    ")] == logins
        assert status(address) == 200
    assert (tmp_path / "the data" / "nigiri.sqlite3").exists()


def test_an_empty_start_says_where_to_begin_and_invents_nothing(tmp_path):
    port, log, data = free_port(), tmp_path / "log", tmp_path / "club"
    make_migrated(data)
    command = (QUICKSTART, "--port", str(port), "--data", "club")
    with running(*command, "--empty", "--host", "0.0.0.0", log=log) as first:
        until_healthy(first, port, log)
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        link = next(word for word in log.read_text().split() if "?key=" in word)
        assert status(link) == 200
        if outside := own_address():  # a machine without a network has none
            assert f"http://{outside}:{port}/" in log.read_text()
            assert status(f"http://{outside}:{port}/health/") == 200
            assert status(f"http://{outside}:{port}/first/") == 403
        first.terminate()
        assert first.wait(30) == 0
    environment = {**os.environ, "NIGIRI_DATA": str(data), "DJANGO_SUPERUSER_PASSWORD": "a-bowl-of-stones"}
    make = [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username", "kari", "--email", ""]
    subprocess.run(make, cwd=ROOT, env=environment, check=True, capture_output=True)
    with running(*command, log=log) as second:
        until_healthy(second, port, log)
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        assert "?key=" not in log.read_text()
        assert status(f"http://localhost:{port}/tournaments/riverside-open/") == 404


@pytest.mark.parametrize("missing", ["DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY"])
def test_serve_names_what_is_not_set(missing):
    names = {"DATABASE_URL": "x", "CELERY_BROKER_URL": "x", "SECRET_KEY": "x", missing: ""}
    run = subprocess.run(
        ["sh", SERVE], env={**os.environ, **names}, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (1, f"{missing} is not set. See deploy/env.example.\n")
