"""The shell scripts, run as their users run them."""

import json
import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from deploy.hall import own_address
from tests.conftest import wait_until
from tests.deploy.scripts import QUICKSTART, ROOT, SERVE, running, status, until_healthy
from tests.services import free_port


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--bogus"], "--bogus is no option of this script."),
        (["--bogus=1"], "--bogus is no option of this script."),
        (["--stage", "round-9"], "There is no stage 'round-9'."),
        (["--port", "http"], "--port is a number from 1 to 65535, not 'http'."),
        (["--port", "70000"], "--port is a number from 1 to 65535, not '70000'."),
        (["--port"], "--port needs a value."),
        (["--seed", "-1"], "--seed is a whole number, not '-1'."),
        (["--data="], "--data needs a folder."),
        (["--host="], "--host needs an address."),
        (["--empty", "--seed", "2"], "--empty has no demonstration: leave --stage and --seed out."),
        (["entries"], "entries is no option of this script."),
    ],
    ids=str,
)
def test_quickstart_says_what_it_does_not_understand(arguments, wrong):
    run = subprocess.run(["sh", QUICKSTART, *arguments], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"{wrong}\n\nusage: sh deploy/quickstart.sh")


def test_quickstart_explains_itself():
    run = subprocess.run(["sh", QUICKSTART, "--help"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr.startswith("usage: sh deploy/quickstart.sh")) == (2, True)


def test_quickstart_says_that_the_port_is_taken(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = str(listener.getsockname()[1])
        command = ["sh", QUICKSTART, "--port", port, "--data", str(tmp_path / "data")]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in run.stderr
    assert not (tmp_path / "data").exists()


def test_quickstart_serves_a_tournament_and_keeps_it(tmp_path):
    port, log, data = free_port(), tmp_path / "log", tmp_path / "the data"
    command = (QUICKSTART, "--port", str(port), "--stage", "entries", "--data", "the data")
    with running(*command, log=log) as first:
        until_healthy(first, port, log)
        for address in ("/", "/api/v1/", "/api/docs/"):
            assert status(f"http://localhost:{port}{address}") == 200
        made = json.loads((data / "demo.json").read_text())
        assert {login["role"] for login in made["logins"]} == {"director", "referee", "player"}
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        assert all(login["password"] in log.read_text() for login in made["logins"])
        assert '"event"' not in log.read_text()
        assert status(f"http://localhost:{port}/tournaments/{made['tournament']}/") == 200
        first.terminate()
        assert first.wait(30) == 0
    change = "from django.contrib.auth.models import User; User.objects.filter(username='referee').delete()"
    own = {**os.environ, "NIGIRI_DATA": str(data)}
    subprocess.run([sys.executable, "manage.py", "shell", "-v0", "-c", change], cwd=ROOT, env=own, check=True)
    with running(*command, log=log) as second:
        until_healthy(second, port, log)
        assert "Kept the tournament" in log.read_text()
        made["logins"] = [login for login in made["logins"] if login["role"] != "referee"]
        assert json.loads((data / "demo.json").read_text()) == made
        wait_until(lambda: "Ctrl-C stops it" in log.read_text())
        assert "referee" not in log.read_text()
        assert status(f"http://localhost:{port}/tournaments/{made['tournament']}/") == 200


def test_an_empty_start_says_where_to_begin_and_invents_nothing(tmp_path):
    port, log, data = free_port(), tmp_path / "log", tmp_path / "club"
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
    assert not (data / "demo.json").exists()


@pytest.mark.parametrize("missing", ["DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY"])
def test_serve_names_what_is_not_set(missing):
    names = {"DATABASE_URL": "x", "CELERY_BROKER_URL": "x", "SECRET_KEY": "x", missing: ""}
    run = subprocess.run(
        ["sh", SERVE], env={**os.environ, **names}, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (1, f"{missing} is not set. See deploy/env.example.\n")


def test_serve_explains_itself():
    run = subprocess.run(["sh", SERVE, "--bogus"], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith("usage: sh deploy/serve.sh")
