"""What containers run, with exactly the environment of deploy/compose.yaml: no engine is needed for it.

Not run here: the images of PostgreSQL, Redis and nginx, and the build of our own.
"""

import os
import re
import shlex
import subprocess
import sys
from contextlib import ExitStack

import pytest
import redis
import yaml

from tests.conftest import ROOT, wait_until
from tests.processes import Processes
from tests.services import free_port, own_redis, postgresql_server, programs_and_socket

pytestmark = pytest.mark.postgresql
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
GUIDES = ("installing", "upgrading", "restoring")
IN_A_CONTAINER = re.compile(r"^docker compose -f \S+ (?:exec|run --rm --no-deps) web ([^>\n]+)", re.MULTILINE)
HOST = "go.example.org"


class Machine:
    """Where the containers would be: servers, a folder of secrets and a folder of data."""

    def __init__(self, folder, socket, queue):
        self.folder, self.port, self.queue = folder, free_port(), redis.Redis.from_url(queue)
        make = ["sh", str(ROOT / "deploy/images/make-secrets.sh"), str(folder / "secrets")]
        subprocess.run(make, check=True)
        for name, role in (("owner_url", "nigiri_owner"), ("application_url", "nigiri")):
            self.secret(name, f"postgresql://{role}@/nigiri?host={socket}")
        for name in ("cache_url", "broker_url"):
            self.secret(name, queue)

    def secret(self, name, value):
        (self.folder / "secrets" / name).write_text(f"{value}\n")

    def here(self, text):
        """The same words with the paths, the name and the port of this test."""
        for there, here in {
            "/run/secrets": self.folder / "secrets",
            "/etc/nigiri/secrets": self.folder / "secrets",
            "/var/backups/nigiri": self.folder / "backups",
            "${HOST_NAME:?the name in the address bar}": HOST,
            "${HOST_NAME}": HOST,
            ".venv/bin/python": sys.executable,
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
        }.items():
            text = text.replace(there, str(here))
        return text

    def environment(self, service):
        """Exactly what compose and the image set."""
        given = {
            name: self.here(value) for name, value in COMPOSE["services"][service]["environment"].items()
        }
        image = {"NIGIRI_DATA": str(self.folder / "data"), "NIGIRI_STATIC": str(self.folder / "static")}
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "NIGIRI_HTTPS": "true",
            **image,
            **given,
        }

    def run(self, service, *words):
        done = subprocess.run(
            [self.here(word) for word in words],
            cwd=ROOT,
            env=self.environment(service),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("containers")
    (folder / "backups").mkdir()
    with ExitStack() as stack:
        server = stack.enter_context(postgresql_server())
        programs, socket = programs_and_socket(server)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        made = Machine(folder, socket, stack.enter_context(own_redis()))
        given = made.environment("web") | {
            "PGHOST": socket,
            "POSTGRES_USER": "postgres",
            **{
                f"{role}_PASSWORD_FILE": f"{folder}/secrets/{role.lower()}_password"
                for role in ("OWNER", "APPLICATION")
            },
        }
        subprocess.run(["sh", str(ROOT / "deploy/postgresql/roles.sh")], env=given, check=True)
        made.run("migrate", *COMPOSE["services"]["migrate"]["command"])
        yield made


def commands():
    """What the guides run in a container."""
    found = [
        command.strip()
        for guide in GUIDES
        for command in IN_A_CONTAINER.findall((ROOT / f"deploy/guide/{guide}.md").read_text())
    ]
    return list(dict.fromkeys(found))


def test_commands_of_the_guides(machine):
    """One test: spread over processes, each would make a machine of its own."""
    said = {command: machine.run("web", *shlex.split(command)) for command in commands()}
    (link,) = [text for command, text in said.items() if "setup_link" in command]
    assert link.startswith(f"https://{HOST}/first/?key=")
    examined = [text for command, text in said.items() if "doctor" in command]
    assert examined
    assert all("database: PostgreSQL" in text for text in examined)


def test_the_guides_have_commands_for_containers():
    assert {"doctor", "setup_link", "log_key"} <= {word for one in commands() for word in one.split()}


def test_health_checks(machine):
    given = machine.environment("web")
    with Processes(given, machine.port, machine.folder / "log"):
        for service in ("web", "worker"):
            kind, *words = COMPOSE["services"][service]["healthcheck"]["test"]
            assert kind == "CMD"
            wait_until(lambda words=words, service=service: answers(machine, service, words), seconds=60)
        keys = {key.decode() for key in machine.queue.scan_iter()}
    assert any(keys)
    assert {key for key in keys if "nigiri" not in key} == set()


def answers(machine, service, words):
    try:
        machine.run(service, *words)
    except AssertionError:
        return False
    return True
