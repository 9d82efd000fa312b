"""Web worker, web server, a worker's child and group are killed; HUP, starts, migrations."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from games.log import store
from tests.conftest import ROOT, wait_until
from tests.faults.load.__main__ import made
from tests.faults.load.federation import Federation
from tests.faults.serving import asked
from tests.faults.table.rows import Question, Row, Watch

WATCHED = 12.0  # seconds after a kill
GAMES = 400
JOB = "SELECT state, done, of, leased_by FROM tournaments_job WHERE kind = 'rescore' AND id <> ALL(%s)"


def rows(folder: Path) -> Iterator[Row]:
    federation = Federation(folder)
    with federation.running(made):
        ask = questions(federation)
        yield _gap(federation, ask, "a web worker is killed", 1.0, lambda: _kill(federation.web_workers[0]))
        yield _gap(federation, ask, "the web server's master is killed", 15.0, lambda: _kill(federation.web))
        yield _hangup(federation, ask)
        yield from _jobs(federation)
        yield _cold_start(federation)
        yield _two_migrations(federation)


def questions(federation: Federation) -> Sequence[Question]:
    """A read and a write, as people of several accounts; each write is a new one."""
    world, numbers = federation.prepared, count(1)

    def header() -> dict[str, str]:
        number = next(numbers)
        desk = world["desks"][number % len(world["desks"])]
        return {"Authorization": f"Token {desk['token']}", "Idempotency-Key": f"table/{number}"}

    def read():
        return asked(federation.port, "GET", f"/api/v1/tournaments/{world['events'][0]['slug']}/", **header())

    def write():
        number = next(numbers)
        event = world["events"][number % len(world["events"])]
        path = f"/api/v1/tournaments/{event['slug']}/entries/{event['entries'][number % 40]}/"
        body = {"correction": number // 200 % 7, "reason": "typed wrong"}
        return asked(federation.port, "PATCH", path, body, **header())

    return [read, write]


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def _gap(federation, ask, fault, target, fail) -> Row:
    watch = Watch(ask)
    with watch.watching():
        begun = monotonic()
        fail()
        sleep(WATCHED)
    gap, cut = watch.gap(begun), watch.failed
    measured = f"gap {gap:.2f} s, {cut} of {len(watch.seen)} requests cut off, slowest {watch.slowest:.2f} s"
    return Row(fault=fault, target=f"a gap of at most {target:.0f} s", measured=measured, good=gap <= target)


def _hangup(federation, ask) -> Row:
    watch = Watch(ask)
    with watch.watching():
        federation.hang_up()
        sleep(WATCHED)
    measured = f"{watch.failed} of {len(watch.seen)} requests lost, slowest {watch.slowest:.2f} s"
    good = watch.failed == 0 and watch.slowest <= 15
    target = "no request lost, none waits more than 15 s"
    return Row(fault="a restart under load (HUP)", target=target, measured=measured, good=good)


def _jobs(federation) -> Iterator[Row]:
    games = federation.environment | {"RESCORING_GAMES": str(GAMES)}
    _called(games, "-m", "tests.faults.many_games", "make")
    yield _job(federation, games, 30, "a worker's child is killed in the middle of a job", 30, whole=False)
    yield _job(federation, games, 20, "the worker's whole group is killed", 60, whole=True)


def _job(federation, games, length, fault, target, *, whole) -> Row:
    with federation.connect() as connection:
        known = [id_ for (id_,) in connection.execute("SELECT id FROM tournaments_job")]

        def state():
            return connection.execute(JOB, [known]).fetchone() or ("", 0, 0, "")

        change = [sys.executable, "-m", "tests.faults.many_games", "change", f"{length}"]
        changing = subprocess.Popen(change, cwd=ROOT, env=games, stdout=subprocess.DEVNULL)
        with in_the_middle(connection, state) as (at, of, child):
            if whole:
                federation.processes.kill("worker")
            else:
                _kill(child)
        begun = monotonic()
        changing.wait()
        wait_until(lambda: state()[0] in ("done", "dead"), seconds=120)
        took, (ended, done, *_) = monotonic() - begun, state()
    measured = f"killed at {at} of {of}; {ended} ({done}) after {took:.1f} s"
    good = ended == "done" and took <= target
    return Row(fault=fault, target=f"done within {target} s", measured=measured, good=good)


@contextmanager
def in_the_middle(connection, state):
    """(done, of, the process that is at it): some batches are stored, and the next waits for its turn."""
    until = monotonic() + 60
    while monotonic() < until:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
            _, done, of, by = state()
            if 0 < done < of and by:
                yield done, of, int(by.split("/")[1])
                return
        sleep(0.005)
    raise AssertionError("the worker does not begin, or is done before it can be caught")


def _cold_start(federation) -> Row:
    begun = monotonic()
    federation.processes.begin_again()
    while asked(federation.port, "GET", "/api/v1/")[0] != 200:
        sleep(0.02)
    took = monotonic() - begun
    return Row(
        fault="a cold start",
        target="at most 15 s",
        measured=f"first answer after {took:.1f} s",
        good=took <= 15,
    )


def _two_migrations(federation) -> Row:
    with federation.connect() as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier("second")))
        where = conninfo_to_dict(federation.database)
    url = f"postgresql://{where['user']}@/second?host={where['host']}"
    given = federation.environment | {"DATABASE_URL": url}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=given, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    told = [(one.communicate()[1], one.returncode) for one in both]
    ended = [status for _, status in told]
    measured = f"exit statuses {ended[0]} and {ended[1]}"
    return Row(
        fault="two migrations of an empty database at once",
        target="both end well",
        measured=measured,
        good=ended == [0, 0],
    )


def _called(environment, *arguments) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
