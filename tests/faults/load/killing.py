"""What is killed, how, and what begins it again where nobody else does."""

import os
import random
import signal
from contextlib import suppress
from dataclasses import dataclass
from time import sleep

import psutil
import psycopg

AWAY = 3.0  # seconds until a server comes back that nobody restarts


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """``begin``: on the clients' clock."""

    begin: float
    target: str


def web_worker(federation, chance):
    _kill_one(federation.web_workers, chance)


def web_master(federation, chance):
    _kill_one([federation.web], chance)


def web_hangup(federation, _chance):
    federation.hang_up()


def celery_child(federation, chance):
    _kill_one(federation.celery_children, chance)


def celery_worker(federation, _chance):
    federation.processes.kill("worker")


def redis_away(federation, _chance):
    federation.redis.kill()
    federation.redis.wait()
    sleep(AWAY)
    federation.begin_redis()


def postgres_backend(federation, chance):
    """PostgreSQL then ends all others too and recovers."""
    with suppress(psutil.NoSuchProcess):
        _kill_one([one.pid for one in federation.postgres[1:] if "[local]" in _title(one)], chance)


def postgres_connections(federation, _chance):
    """As an operator who ends all of them."""
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    with suppress(psycopg.Error), federation.connect() as connection:
        connection.execute(ended + " AND backend_type = 'client backend'")


def postgres_crash(federation, _chance):
    processes = federation.postgres
    _signal(processes[0].pid, signal.SIGQUIT)
    psutil.wait_procs(processes, timeout=60)
    federation.begin_postgres()


def postgres_frozen(federation, _chance):
    processes = federation.postgres
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    sleep(AWAY)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.resume()


TARGETS = (
    web_worker,
    web_master,
    web_hangup,
    celery_child,
    celery_worker,
    redis_away,
    postgres_backend,
    postgres_connections,
    postgres_crash,
    postgres_frozen,
)


def kill_on_and_on(federation, clock, ended, every, seed):
    """One every so many seconds until ``ended`` is set: each target in turn, the turns shuffled."""
    chance, kills, turn = random.Random(seed), [], []
    while not ended.wait(every):
        turn = turn or chance.sample(TARGETS, len(TARGETS))
        target = turn.pop()
        kills.append(Kill(begin=clock(), target=target.__name__))
        target(federation, chance)
    return kills


def _title(process):
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def _kill_one(pids, chance):
    if there := [pid for pid in pids if pid]:
        _signal(chance.choice(there), signal.SIGKILL)


def _signal(pid, number):
    with suppress(ProcessLookupError):
        os.kill(pid, number)
