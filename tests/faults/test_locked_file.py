"""Somebody else holds a club's file: reads are answered, writes refused in time, and then all is well."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.conftest import wait_until
from tests.faults.club import environment, manage
from tests.faults.serving import Director, serving, tell
from tests.services import free_port

pytestmark = [pytest.mark.sqlite, pytest.mark.long]  # limits in seconds
WITHIN = 10  # seconds
MANY = 12  # requests at once, for four threads


def test_a_locked_file(tmp_path):
    data, port = tmp_path / "data", free_port()
    *_, demo = manage(data, "migrate --verbosity 0", "demo --stage round-1 --json")
    with serving(environment(data), port), ThreadPoolExecutor(MANY) as pool:
        director = Director(port, demo)
        with closing(sqlite3.connect(data / "nigiri.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writers = [pool.submit(director.write) for _ in range(MANY)]
            readers = [director.read() for _ in range(MANY)]
            refused = [writer.result() for writer in writers]
            other.execute("ROLLBACK")
        tell(f"writes: {max(one[1] for one in refused):.3f} s, reads: {max(one[1] for one in readers):.3f} s")
        assert {status for status, *_ in readers} == {200}
        assert {(status, headers["Retry-After"]) for status, _, headers, _ in refused} == {(503, "2")}
        assert max(seconds for _, seconds, *_ in [*refused, *readers]) < WITHIN
        wait_until(lambda: director.write()[0] == 200)
