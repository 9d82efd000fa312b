"""New databases beside the one of the tests, and what is in one."""

import json
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.conftest import _environment_of_the_test_database
from tests.faults.club import ROOT, environment


def url_of_the_tests():
    return _environment_of_the_test_database()["DATABASE_URL"]


@contextmanager
def new_database():
    """The URL of one on the server of the tests; dropped afterwards."""
    url, name = url_of_the_tests(), f"nigiri_other_{uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def facts_of(data, **more):
    """What ``facts`` says of another database."""
    command = [sys.executable, "-m", "tests.games.backups.facts"]
    told = environment(data) | more
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
