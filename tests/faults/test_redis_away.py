"""Redis is away, frozen, forgetful, back: reads and writes go on, and a guesser is no better off."""

import json
import os
import signal

import pytest
import redis

from tests.alerting import fire, needs_promtool
from tests.conftest import wait_until
from tests.faults.club import environment, manage
from tests.faults.serving import Director, asked, serving, tell
from tests.services import free_port, start_redis, stop
from tests.sizes import size

pytestmark = [pytest.mark.redis, pytest.mark.long]  # limits in seconds
DEMO = "demo --stage round-1 --json"
REQUESTS = 40  # of each kind, in each trouble
MOST = size(10, long=0.5)  # seconds that Redis may cost a request; half a second on a quiet machine
WRONG = {"username": "somebody", "password": "guessed"}


class Hall:
    """A server of one process on SQLite whose cache and queue are a Redis of this test."""

    def __init__(self, folder):
        self.folder, self.port, self.redis_port = folder, free_port(), free_port()
        self.log, self.url = folder / "log", f"redis://127.0.0.1:{self.redis_port}/0"
        self.data = folder / "data"
        self.more = {"REDIS_URL": self.url, "CELERY_BROKER_URL": self.url}
        self.environment = environment(self.data) | self.more
        self.begin_redis()
        *_, self.demo = manage(self.data, "migrate --verbosity 0", "verify", f"backup {folder}/backup", DEMO)

    def work(self):
        """Do what a worker would: none runs here, and what lies undone has an alert of its own."""
        manage(self.data, "work --once", **self.more)

    def begin_redis(self):
        self.redis = start_redis(self.redis_port, self.folder)
        client = redis.Redis.from_url(self.url)
        wait_until(lambda: answers(client))


def answers(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    hall = Hall(tmp_path_factory.mktemp("hall"))
    try:
        with serving(hall.environment, hall.port, hall.log):
            hall.director = Director(hall.port, hall.demo)
            yield hall
    finally:
        os.kill(hall.redis.pid, signal.SIGCONT)
        stop(hall.redis)


def goes_on(hall, trouble, most=60.0):
    """Assert that reads and writes are answered in time; return the slowest time."""
    seen = [one for _ in range(REQUESTS) for one in (hall.director.read(), hall.director.write())]
    answered = [status for status, *_ in seen if status == 200]
    slowest = max(seconds for _, seconds, *_ in seen)
    tell(f"{trouble}: {len(answered)} of {len(seen)} answered, slowest {slowest:.3f} s")
    assert len(answered) == len(seen)
    assert slowest < most
    return slowest


def warnings(hall):
    """The parts that health warns of, while it answers 200. Nobody works here, so jobs may wait."""
    status, *_, text = hall.director.read("/health/?format=json")
    assert status == 200
    return {part for part, told in json.loads(text).items() if told != "OK"} - {"jobs"}


def is_well(hall):
    return not warnings(hall)


def test_requests_go_on_while_redis_is_frozen(hall):
    usual = goes_on(hall, "with Redis")
    assert is_well(hall)
    os.kill(hall.redis.pid, signal.SIGSTOP)
    goes_on(hall, "frozen", usual + MOST)
    assert warnings(hall) == {"cache", "queue"}
    os.kill(hall.redis.pid, signal.SIGCONT)
    wait_until(lambda: is_well(hall))
    goes_on(hall, "thawed")


def test_requests_go_on_while_redis_is_away_and_when_it_is_back(hall):
    usual = goes_on(hall, "with Redis")
    hall.redis.kill()
    hall.redis.wait()
    goes_on(hall, "away", usual + MOST)
    assert warnings(hall) == {"cache", "queue"}
    hall.begin_redis()
    wait_until(lambda: is_well(hall))
    goes_on(hall, "restarted")


@needs_promtool
def test_somebody_is_told_that_redis_is_away(hall):
    hall.work()
    well = hall.director.metrics()
    fire(well, hall.director.metrics(), set())
    hall.redis.kill()
    hall.redis.wait()
    fire(well, hall.director.metrics(), {"NigiriRedisAway", "NigiriQueueAway"})
    hall.begin_redis()
    wait_until(lambda: is_well(hall))
    fire(well, hall.director.metrics(), set())


def test_requests_go_on_when_redis_forgets_everything(hall):
    redis.Redis.from_url(hall.url).flushall()
    goes_on(hall, "flushed")
    assert is_well(hall)


def test_guesses_at_a_password_are_counted_without_redis(hall):
    os.kill(hall.redis.pid, signal.SIGSTOP)
    try:
        guesses = [asked(hall.port, "POST", "/api/v1/login/", WRONG)[0] for _ in range(12)]
        assert guesses[-2:] == [429, 429]
        assert 401 in guesses
    finally:
        os.kill(hall.redis.pid, signal.SIGCONT)
        wait_until(lambda: is_well(hall))
