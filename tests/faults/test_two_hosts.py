"""Two web servers that share nothing but PostgreSQL and Redis: whatever one is told, the other knows."""

import json
import os
from contextlib import ExitStack
from uuid import uuid4

import pytest

from tests.faults.club import environment, manage
from tests.faults.serving import Director, asked, serving
from tests.services import free_port, postgresql_server

pytestmark = [pytest.mark.postgresql, pytest.mark.redis]
WRONG = {"username": "somebody", "password": "guessed"}
GUESSES = 10  # a minute


class Hosts:
    """Two, each with a data folder of its own, which it could as well be without."""

    def __init__(self, folder, server):
        self.folder = folder
        self.told = {
            "DATABASE_URL": str(server.get_uri()),
            "REDIS_URL": os.environ["REDIS_URL"],
            "SECRET_KEY": "of this test alone",
            "NIGIRI_NAME": f"{os.environ['DATABASE_URL'].rpartition('/')[2]}-{uuid4().hex[:8]}",
        }
        *_, self.demo = manage(
            folder / "first", "migrate --verbosity 0", "demo --stage round-1 --json", **self.told
        )
        self.ports = [free_port(), free_port()]

    def begin(self, stack):
        for name, port in zip(("first", "second"), self.ports, strict=True):
            own = environment(self.folder / name) | self.told
            stack.enter_context(serving(own, port, self.folder / f"{name}.log"))
        self.first, self.second = (Director(port, self.demo) for port in self.ports)


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    with postgresql_server() as server, ExitStack() as stack:
        hosts = Hosts(tmp_path_factory.mktemp("hosts"), server)
        hosts.begin(stack)
        yield hosts


def told(answer):
    status, _, _, text = answer
    assert status == 200, text
    return json.loads(text)


def test_what_is_written_at_one_is_read_at_the_other(hosts):
    for number in range(6):
        here, there = (hosts.first, hosts.second)[:: 1 if number % 2 else -1]
        told(there.read())  # and kept there
        written = told(here.correct(number))
        assert told(there.read(there.entry(number)))["correction"] == written["correction"]
        listed = {one["id"]: one["correction"] for one in told(there.read())["results"]}
        assert listed[written["id"]] == written["correction"]


def test_a_write_that_is_sent_again_to_the_other_is_done_once(hosts):
    first = told(hosts.first.correct(100))
    assert told(hosts.second.correct(100)) == first
    assert told(hosts.first.read(hosts.first.entry(100)))["correction"] == first["correction"]


def test_who_has_logged_in_at_one_is_known_at_the_other(hosts):
    private = f"/api/v1/tournaments/{hosts.first.slug}/registrations/"
    assert asked(hosts.ports[1], "GET", private)[0] in {401, 403}
    assert asked(hosts.ports[1], "GET", private, **hosts.first.header)[0] == 200


def test_guesses_are_limited_at_each_host(hosts):
    answers = [
        asked(hosts.ports[number % 2], "POST", "/api/v1/login/", WRONG)[0] for number in range(2 * GUESSES)
    ]
    assert answers.count(429) >= GUESSES
    assert answers[-2:] == [429, 429]
