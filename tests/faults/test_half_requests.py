"""Clients that begin a request and do not end it: the others are served all the same."""

import os
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from tests.conftest import ROOT, wait_until
from tests.services import free_port, stop

THREADS = 2
BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"


WORKER = ["--worker-class", "deploy.patient.Worker", "--threads", str(THREADS), "--no-control-socket"]
PLACES = 250
FOR_EVER = "100000"


@contextmanager
def echoing(log, patience, *options):
    """The port of a server with two threads."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "tests.faults.echo:app", "--bind", f"127.0.0.1:{port}"]
    with log.open("w") as output:
        server = subprocess.Popen(
            [*command, *WORKER, *options],
            cwd=ROOT,
            stdout=output,
            stderr=output,
            env=os.environ | {"ECHO_PATIENCE": patience},
        )
    try:
        wait_until(lambda: answers(port) or server.poll() is not None)
        assert server.poll() is None, log.read_text()
        yield port
    finally:
        stop(server)


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Of a server that waits for one second."""
    with echoing(tmp_path_factory.mktemp("server") / "log", "1") as port:
        yield port


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """Of a server that waits for ever, and has room for a few hundred."""
    places = ("--worker-connections", str(PLACES))
    with echoing(tmp_path_factory.mktemp("calm") / "log", FOR_EVER, *places) as port:
        yield port


def answers(port, data=None, seconds=1):
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", data, seconds) as response:
        return response.read()
    return None


def begun(stack, port, sent, address="127.0.0.1"):
    """A connection from an address, on which this was sent and that stays open."""
    client = stack.enter_context(
        closing(socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0)))
    )
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
        received(client, b"\r\n\r\n100")  # head and body may come one after the other


HALF = [
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
    BODY,
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",  # and it does not close
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
]


def test_two_hundred_that_hang_hold_nobody_up(calm):
    with ExitStack() as stack:
        clients = [begun(stack, calm, HALF[turn % len(HALF)]) for turn in range(200)]
        for _ in range(3 * THREADS):
            assert answers(calm, b"four", seconds=60) == b"4"
        body = clients[3]
        body.sendall(b"x" * 96)  # the rest of it
        assert received(body, b"\r\n\r\n100")


def received(client, end):
    """All that comes until this does."""
    told = b""
    while not told.endswith(end):
        more = client.recv(1000)
        assert more, told
        told += more
    return told


def test_an_address_that_takes_all_places_gives_its_own(calm):
    with ExitStack() as stack:
        other = begun(stack, calm, BODY)
        for _ in range(2 * PLACES):
            begun(stack, calm, b"", address="127.0.0.2")
        assert answers(calm, b"four", seconds=60) == b"4"
        other.sendall(b"x" * 96)
        assert received(other, b"\r\n\r\n100")


def test_an_address_has_half_of_the_threads(calm):
    large = b"GET /50000000 HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(2 * PLACES):  # whole requests, whose answers are not fetched
            begun(stack, calm, large, address="127.0.0.2")
        assert answers(calm, b"four", seconds=60) == b"4"


def test_who_does_not_fetch_their_answer_is_cut_off(port):
    large = b"GET /50000000 HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(THREADS):
            begun(stack, port, large)
        assert answers(port, b"four", seconds=60) == b"4"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (HALF[-1], b"HTTP/1.1 411 "),
        (b"GET / HTTP/1.1\r\nX: " + 70000 * b"x", b"HTTP/1.1 431 "),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", b"HTTP/1.1 400 "),
    ],
)
def test_what_can_never_be_whole_is_refused(calm, sent, told):
    with ExitStack() as stack:
        client = begun(stack, calm, sent)
        assert client.recv(1000).startswith(told)


def test_a_client_that_asks_for_leave_gets_it_once(calm):
    head = BODY.partition(b"\r\n\r\n")[0] + b"\r\nExpect: 100-continue\r\n\r\n"
    with ExitStack() as stack:
        client = begun(stack, calm, head)
        assert client.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(100 * b"x")
        assert received(client, b"\r\n\r\n100").count(b"HTTP/1.1") == 1


def test_two_requests_in_one_piece_are_answered_one_after_the_other(calm):
    one = b"GET /1 HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        client = begun(stack, calm, one + one[:9])
        received(client, b"\r\n\r\nx")
        client.sendall(one[9:])
        received(client, b"\r\n\r\nx")
