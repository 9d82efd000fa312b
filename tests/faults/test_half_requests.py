"""Clients that begin a request and do not end it: the others are served all the same."""

import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import ExitStack, closing, suppress

import pytest

from tests.conftest import ROOT, wait_until
from tests.services import free_port, stop

THREADS = 2
BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Where a server with two threads listens."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "tests.faults.echo:app", "--bind", f"127.0.0.1:{port}"]
    options = ["--worker-class", "deploy.patient.Worker", "--threads", str(THREADS), "--no-control-socket"]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("w") as output:
        server = subprocess.Popen([*command, *options], cwd=ROOT, stdout=output, stderr=output)
    try:
        wait_until(lambda: answers(port) or server.poll() is not None)
        assert server.poll() is None, log.read_text()
        yield port
    finally:
        stop(server)


def answers(port, data=None, seconds=1):
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", data, seconds) as response:
        return response.read()
    return None


def begun(stack, port, sent):
    """A connection on which this was sent and that stays open."""
    client = stack.enter_context(closing(socket.create_connection(("127.0.0.1", port))))
    client.sendall(sent)
    return client


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", BODY])
def test_half_requests_do_not_hold_the_threads(port, sent):
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            begun(stack, port, sent)
        assert answers(port, b"four", seconds=110) == b"4"


def test_neither_does_a_byte_now_and_then(port):
    with ExitStack() as stack:
        clients = [begun(stack, port, b"GET / HTTP/1.1\r\nX: ") for _ in range(THREADS)]
        ended = threading.Event()

        def drip():
            while not ended.wait(0.5):
                for client in clients:
                    with suppress(OSError):
                        client.sendall(b"x")

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert answers(port, seconds=60) == b"0"
        finally:
            ended.set()
            dripping.join()


def test_a_body_that_takes_longer_than_a_head_may_arrives(port):
    whole = BODY.replace(b"half", b"")
    with ExitStack() as stack:
        client = begun(stack, port, whole)
        others = [begun(stack, port, b"GET / HT") for _ in range(THREADS - 1)]
        for other in others:
            other.settimeout(60)
            assert other.recv(1) == b""  # cut off, and the body still has time
        client.sendall(b"x" * 100)
        client.settimeout(60)
        told = b""
        while not told.endswith(b"\r\n\r\n100"):  # head and body may come one after the other
            more = client.recv(1000)
            assert more, told
            told += more
