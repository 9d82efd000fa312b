"""What is costly has a line of its own: few threads, however many ask, and nothing for who left."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.request import urlopen

import pytest

from deploy.patient import COSTLY_THREADS
from tests.conftest import wait_until
from tests.faults.test_half_requests import FOR_EVER, answers, begun, echoing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="gunicorn is for POSIX")
MANY = 20


@pytest.fixture
def port(tmp_path):
    with echoing(tmp_path / "log", FOR_EVER, "--threads", str(COSTLY_THREADS + 1)) as port:
        yield port


def test_others_are_served_while_many_wait(port, tmp_path):
    file = tmp_path / "go-on"
    with ThreadPoolExecutor(MANY) as pool, ExitStack() as stack:
        stack.callback(file.touch)
        address = f"http://127.0.0.1:{port}/costly/?{file}"
        many = [pool.submit(lambda: urlopen(address, timeout=60).read()) for _ in range(MANY)]
        wait_until(lambda: asked(file) == COSTLY_THREADS)
        assert answers(port, seconds=30) == b"0"
        assert asked(file) == COSTLY_THREADS
        file.touch()
        assert [one.result() for one in many] == [b"x"] * MANY
    assert asked(file) == MANY


def test_nothing_is_made_for_who_has_left(port, tmp_path):
    file = tmp_path / "go-on"
    sent = f"GET /costly/?{file} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as stack:
        stack.callback(file.touch)
        there = [begun(stack, port, sent) for _ in range(COSTLY_THREADS)]
        wait_until(lambda: asked(file) == COSTLY_THREADS)
        left = [begun(stack, port, sent) for _ in range(MANY)]
        last = begun(stack, port, sent)
        assert answers(port, seconds=30) == b"0"  # by now all have been read
        for client in left:
            client.close()
        file.touch()
        assert [client.recv(12) for client in (*there, last)] == [b"HTTP/1.1 200"] * (COSTLY_THREADS + 1)
    assert asked(file) == COSTLY_THREADS + 1


def asked(file):
    """How often the application was."""
    told = file.with_suffix(".asked")
    return len(told.read_text().splitlines()) if told.exists() else 0
