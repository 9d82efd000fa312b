"""Redis forgets everything, PostgreSQL crashes: servers of this test's own, since others share ours."""

import json
import os
import signal
import subprocess
import sys

import psycopg
import pytest
import redis

from tests.conftest import ROOT, wait_until
from tests.faults import many_games as hall
from tests.services import own_postgresql, own_redis

pytestmark = [pytest.mark.celery, pytest.mark.postgresql, pytest.mark.long]
JOB = "SELECT state, done, of FROM tournaments_job WHERE id = %s"


@pytest.fixture
def servers():
    """The environment of an installation of its own, in which nothing is stored."""
    with own_postgresql() as database, own_redis() as queue:
        own = {"DATABASE_URL": database, "CELERY_BROKER_URL": queue, "REDIS_URL": queue}
        environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "deploy.settings", "NIGIRI_NAME": "own"}
        called(environment, "-m", "tests.faults.many_games", "make")
        yield environment


def called(environment, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def changed(environment, length):
    return called(environment, "-m", "tests.faults.many_games", "change", str(length))


def state_of(environment, job):
    """(state, done, of), or None while the database does not answer."""
    try:
        with psycopg.connect(environment["DATABASE_URL"], connect_timeout=2) as connection:
            return connection.execute(JOB, [job]).fetchone()
    except psycopg.OperationalError:
        return None


def begun(environment, job):
    found = state_of(environment, job)
    return found and found[1]


def done_within_a_minute(environment, job):
    everything = ("done", hall.GAMES, hall.GAMES)
    wait_until(lambda: state_of(environment, job) == everything, seconds=60)


def well(environment, length):
    told = json.loads(called(environment, "-m", "tests.faults.many_games", "told"))
    hall.all_well(told, length)


def test_redis_forgets_everything_in_the_middle_and_again(servers, tmp_path):
    client = redis.Redis.from_url(servers["REDIS_URL"])
    with hall.worker(servers, tmp_path / "log"):
        job = changed(servers, 30)
        wait_until(lambda: begun(servers, job))
        client.flushall()
        done_within_a_minute(servers, job)
        later = changed(servers, 20)
        client.flushall()  # the bell too: only the sweep is left
        done_within_a_minute(servers, later)
    well(servers, 21)


def test_the_database_crashes_in_the_middle(servers, tmp_path):
    with hall.worker(servers, tmp_path / "log"):
        job = changed(servers, 30)
        wait_until(lambda: begun(servers, job))
        with psycopg.connect(servers["DATABASE_URL"]) as connection:
            crashing = connection.info.backend_pid
            os.kill(crashing, signal.SIGKILL)  # PostgreSQL then cuts everybody off and recovers
        done_within_a_minute(servers, job)
    well(servers, 31)
