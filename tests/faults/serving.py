"""A web server in a process of its own, and what clients of it see."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from itertools import count
from time import monotonic, sleep

from tests.conftest import ROOT
from tests.faults.club import METRICS_TOKEN

STOCK = ("--worker-class", "gthread", "--no-control-socket")
OURS = ("-c", "deploy/gunicorn.conf.py")
SMALL = ("--workers", "1", "--threads", "4", "--log-level", "critical")


@contextlib.contextmanager
def serving(environment, port, log=None, app="deploy.wsgi"):
    """A server that answers; whatever happens in the block, it is killed after it."""
    bind = ("--bind", f"127.0.0.1:{port}")
    command = [sys.executable, "-m", "gunicorn", app, *(STOCK if ":" in app else OURS), *bind, *SMALL]
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(log.open("w")) if log else None
        server = subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=output, stdout=output, start_new_session=True
        )
        stack.callback(server.wait)
        stack.callback(kill, server)
        answers_within(60, port)
        yield server


def kill(server):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def answers_within(seconds, port):
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            return call(port, "GET", "/api/v1/", **{"X-Forwarded-Proto": "https"})
        except (OSError, HTTPException):
            sleep(0.1)
    raise AssertionError(f"the server did not answer within {seconds} s")


def call(server, method, path, body=None, **headers):
    """What is answered; raises HTTPError for a refusal. ``server``: a port, or a Front of nginx."""
    with _open(server, method, path, body, headers) as response:
        return json.loads(response.read() or b"null")


def asked(server, method, path, body=None, **headers):
    """(status, seconds, headers, text) of whatever is answered; status 0 where the connection was cut."""
    begun = time.monotonic()
    try:
        with _open(server, method, path, body, headers) as response:
            status, told, text = response.status, response.headers, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            status, told, text = error.code, error.headers, error.read().decode()
    except (OSError, HTTPException) as error:
        status, told, text = 0, {}, repr(error)
    return status, time.monotonic() - begun, told, text


def _open(server, method, path, body, headers):
    tls = getattr(server, "tls", None)
    host = f"https://localhost:{server.port}" if tls else f"http://127.0.0.1:{server}"
    request = urllib.request.Request(
        f"{host}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **headers},
    )
    return urllib.request.urlopen(request, timeout=60, context=tls)


def log_in(port, demo):
    """The slug of the demonstration ``demo`` (what the command printed), and its director's header."""
    told = json.loads(demo)
    director = next(login for login in told["logins"] if login["role"] == "director")
    given = {"username": director["user"], "password": director["password"]}
    token = call(port, "POST", "/api/v1/login/", given)["token"]
    return told["tournament"], {"Authorization": f"Token {token}"}


class Director:
    """Who reads and writes, by REST, in the demonstration of a server."""

    def __init__(self, port, demo):
        self.port, self._numbers = port, count(1)
        self.slug, self._headers = log_in(port, demo)
        self.players = f"/api/v1/tournaments/{self.slug}/entries/"
        self._entries = call(port, "GET", f"{self.players}?page_size=200", **self._headers)["results"]

    @property
    def header(self):
        """Of requests by the director."""
        return self._headers

    def read(self, path=None):
        return asked(self.port, "GET", path or self.players)

    def look(self, path=None):
        """What is read for the director alone, and so never kept."""
        return asked(self.port, "GET", path or self.players, **self._headers)

    @property
    def size(self):
        """How many entries there are: the write of a number changes that of its remainder."""
        return len(self._entries)

    def entry(self, number):
        """The address of the entry that the write of this number changes."""
        return f"{self.players}{self._entries[number % len(self._entries)]['id']}/"

    def write(self):
        return self.correct(next(self._numbers))

    def correct(self, number, more=()):
        """The write of this number: the same bytes under the same key, however often it is sent."""
        lap, place = divmod(number, len(self._entries))
        entry = self._entries[place]
        body = {"correction": (entry["correction"] + lap + 1) % 7, "reason": "typed wrong"}
        key = {"Idempotency-Key": f"write/{number}"}
        return asked(
            self.port, "PATCH", f"{self.players}{entry['id']}/", body, **self._headers, **key, **dict(more)
        )

    def metrics(self):
        """What Prometheus reads."""
        status, *_, text = asked(self.port, "GET", "/metrics", Authorization=f"Bearer {METRICS_TOKEN}")
        assert status == 200, text
        return text

    def health(self):
        """Its status, and what it says, each once."""
        status, *_, text = self.read("/health/?format=json")
        return status, set(json.loads(text).values())


def tell(line):
    """What was measured, for whoever runs the tests with -s."""
    sys.stdout.write(f"\n{line}\n")
