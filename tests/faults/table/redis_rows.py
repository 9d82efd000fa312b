"""Redis away, frozen, flushed, restarted."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import redis

from tests.conftest import wait_until
from tests.faults.serving import Director, serving
from tests.faults.table.rows import Row, answered
from tests.faults.test_redis_away import MOST, REQUESTS, Hall, is_well
from tests.services import stop

TARGET = "reads and writes go on, at most 0.5 s more each"


def rows(folder: Path) -> Iterator[Row]:
    hall = Hall(folder)
    try:
        with serving(hall.environment, hall.port, hall.log):
            hall.director = Director(hall.port, hall.demo)
            yield from _rows(hall)
    finally:
        os.kill(hall.redis.pid, signal.SIGCONT)
        stop(hall.redis)


def _rows(hall: Hall) -> Iterator[Row]:
    _asked(hall)
    usual = max(seconds for _, seconds, *_ in _asked(hall))

    def row(fault: str, *, warned: bool = False) -> Row:
        answers = _asked(hall)
        late = sum(seconds > usual + MOST / 2 for _, seconds, *_ in answers)
        told = answered(fault, TARGET, answers, usual + MOST, f", {late} felt it")
        if not warned:
            return told
        status, health = hall.director.health()
        more = f", {len(health) - 1} warnings in /health/ ({status})"
        return replace(told, measured=told.measured + more, good=told.good and len(health) > 1)

    os.kill(hall.redis.pid, signal.SIGSTOP)
    yield row("Redis frozen", warned=True)
    os.kill(hall.redis.pid, signal.SIGCONT)
    wait_until(lambda: is_well(hall))
    hall.redis.kill()
    hall.redis.wait()
    yield row("Redis away", warned=True)
    hall.begin_redis()
    wait_until(lambda: is_well(hall))
    yield row("Redis restarted")
    redis.Redis.from_url(hall.url).flushall()
    yield row("Redis flushed")


def _asked(hall: Hall) -> list:
    return [one for _ in range(REQUESTS) for one in (hall.director.read(), hall.director.write())]
