"""PostgreSQL is away, restarted, frozen, locked, full: an apology within ten seconds, then all is well.

A frozen server answers nothing and closes nothing, so no limit of the web server's ends the wait: nginx does.
"""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import psutil
import psycopg
import pytest

from games.log import store
from tests.alerting import fire, needs_promtool
from tests.conftest import ROOT, wait_until
from tests.faults.club import environment, manage
from tests.faults.fronted import fronting
from tests.faults.serving import Director, serving, tell
from tests.services import free_port, postgresql_server, start_patiently

pytestmark = [pytest.mark.postgresql, pytest.mark.nginx, pytest.mark.long]  # limits in seconds
WITHIN = 10  # seconds, in which everything is answered
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
MANY = 12  # requests at once, for four threads


class Hall:
    """A server of one process on a PostgreSQL of this test."""

    def __init__(self, folder, server):
        self.server, self.log, self.port = server, folder / "log", free_port()
        self.more = {"DATABASE_URL": str(server.get_uri()), "SECRET_KEY": "of this test alone"}
        self.more |= {"NIGIRI_STATIC": str(folder / "static"), "NIGIRI_PROXIES": "1"}
        self.environment = environment(folder / "data") | self.more
        upkeep = ("verify", f"backup {folder}/backup")
        static = "collectstatic --no-input --verbosity 0"
        lines = ("migrate --verbosity 0", static, *upkeep, "demo --stage round-1 --json")
        *_, self.demo = manage(folder / "data", *lines, **self.more)
        self.folder = folder

    @property
    def processes(self):
        postmaster = psutil.Process(self.server.get_pid())
        return [postmaster, *postmaster.children(recursive=True)]

    def stop(self):
        """At once, as in a crash."""
        processes = self.processes
        os.kill(processes[0].pid, signal.SIGQUIT)
        psutil.wait_procs(processes, timeout=60)

    def start(self):
        start_patiently(self.server.start)

    def restart(self):
        self.stop()
        self.start()

    @contextmanager
    def frozen(self):
        processes = self.processes
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    def work(self):
        """Do what a worker would: none runs here, and what lies undone has an alert of its own."""
        manage(self.folder / "data", "work --once", **self.more)

    def connect(self, **options):
        return psycopg.connect(self.more["DATABASE_URL"], **options)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with postgresql_server() as server:
        hall = Hall(tmp_path_factory.mktemp("hall"), server)
        with serving(hall.environment, hall.port, hall.log), fronting(hall.environment, hall.port) as front:
            hall.director = Director(front, hall.demo)
            yield hall


@pytest.fixture
def director(hall):
    """Before each test all is well, and every thread of the server has a connection."""
    wait_until(lambda: hall.director.look()[0] == hall.director.write()[0] == 200, seconds=60)
    at_once(*[hall.director.look] * MANY)
    return hall.director


def at_once(*questions):
    with ThreadPoolExecutor(len(questions)) as pool:
        return [answer.result() for answer in [pool.submit(question) for question in questions]]


def all_answered(what, answers):
    """With 200, soon; the slowest is told."""
    slowest = max(seconds for _, seconds, *_ in answers)
    tell(f"{what}: {len(answers)} requests, slowest {slowest:.3f} s")
    assert {status for status, *_ in answers} == {200}
    assert slowest < WITHIN


def all_apologised(what, answers, status=503):
    slowest = max(seconds for _, seconds, *_ in answers)
    tell(f"{what}: {len(answers)} apologies, slowest {slowest:.3f} s")
    assert {one for one, *_ in answers} == {status}
    assert all(int(headers["Retry-After"]) > 0 for *_, headers, _ in answers)
    assert slowest < WITHIN


def test_after_a_restart_no_request_fails(hall, director):
    hall.restart()
    all_answered("after a restart", at_once(*[director.look, director.write] * (MANY // 2)))


def test_while_it_is_away_there_is_an_apology_and_then_all_is_well(hall, director):
    hall.stop()
    try:
        page = director.read(f"/tournaments/{director.slug}/")
        answers = at_once(*[director.look, director.write] * (MANY // 2))
        health, ready = director.read("/health/?format=json"), director.read("/health/ready/")
        live = director.read("/health/live/")
    finally:
        hall.start()
    all_apologised("away", [page, *answers, health, ready])
    all_answered("lives while it is away", [live])
    assert "<h1>The service cannot answer at the moment.</h1>" in page[-1]
    assert 'class="brand"' in page[-1]
    assert '"code": "unavailable"' in answers[0][-1]
    all_answered("back", [director.look(), director.write(), director.read("/health/ready/")])


@needs_promtool
def test_somebody_is_told_that_it_is_away(hall, director):
    """That many are turned away too, once they are more than twenty."""
    hall.work()
    well = director.metrics()
    hall.stop()
    try:
        at_once(*[director.look] * MANY)
        away = director.metrics()
        for _ in range(2):
            at_once(*[director.look] * MANY)
        later = director.metrics()
    finally:
        hall.start()
    fire(well, away, {"NigiriDatabaseAway"})
    fire(away, later, {"NigiriDatabaseAway", "NigiriApologies"})


@needs_promtool
def test_somebody_is_told_that_writers_wait(hall, director):
    hall.work()
    well = director.metrics()
    with hall.connect() as holder:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
        at_once(*[director.write] * 2)
        held = director.metrics()
    wait_until(lambda: director.write()[0] == 200)
    fire(well, held, {"NigiriWritersWait"})


@needs_promtool
def test_somebody_is_told_that_connections_are_scarce(hall, director):
    hall.work()
    well = director.metrics()
    with ExitStack() as taken:
        [most] = taken.enter_context(hall.connect()).execute("SHOW max_connections").fetchone()
        for _ in range(int(int(most) * 0.8)):
            taken.enter_context(hall.connect())
        fire(well, director.metrics(), {"NigiriConnectionsScarce"})


def test_while_it_is_frozen_there_is_an_apology_in_time(hall, director):
    with hall.frozen():
        all_apologised("frozen", at_once(*[director.look, director.write] * (MANY // 2)))
        all_apologised(
            "still frozen", at_once(director.look, director.write, partial(director.read, "/health/"))
        )
    wait_until(lambda: director.look()[0] == director.write()[0] == 200)


def test_what_is_under_way_when_it_freezes_ends_in_time_too(hall, director):
    """Its own limits are frozen with it."""
    with hall.connect(autocommit=True) as holder, ThreadPoolExecutor(1) as pool, holder.transaction():
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
        writer = pool.submit(director.write)
        wait_until(lambda: holder.execute(WAITING).fetchone())
        with hall.frozen():
            all_apologised("frozen under way", [writer.result()])
    wait_until(lambda: director.write()[0] == 200)


def test_who_waits_for_the_writers_turn_leaves_threads_to_readers(hall, director):
    with hall.connect() as holder, ThreadPoolExecutor(MANY) as pool:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
        writers = [pool.submit(director.write) for _ in range(MANY)]
        readers = [director.look() for _ in range(MANY)]
        all_apologised("the writers' turn is held", [writer.result() for writer in writers])
        all_answered("readers meanwhile", readers)
    wait_until(lambda: director.write()[0] == 200)


def test_a_locked_table_delays_nobody_for_long(hall, director):
    with hall.connect() as holder:
        holder.execute("LOCK TABLE tournaments_entryrow IN ACCESS EXCLUSIVE MODE")
        asked_for_the_first_time = partial(director.read, f"{director.players}?country=NL")
        all_apologised("locked", at_once(asked_for_the_first_time, director.write))
        holder.rollback()
    all_answered("unlocked", [director.look(), director.write()])


def test_a_full_disk_is_said_and_reads_go_on(hall, director):
    disk = hall.server.pgdata.parent / "small"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk], check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        disk.chmod(0o777)
        with hall.connect(autocommit=True) as operator:
            filled(operator, disk)
            full = next(answer for _ in range(1000) if (answer := director.write())[0] != 200)
            all_apologised("full", [full, director.read("/health/?format=json")], status=507)
            all_answered("reads on a full disk", [director.read()])
            operator.execute("DROP TABLE filler")
            all_answered("with space again", [director.write()])
            operator.execute("ALTER TABLE games_event SET TABLESPACE pg_default")
            operator.execute("DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def filled(operator, disk):
    """The log lies on a disk that has no space left."""
    inner = disk / "space"
    subprocess.run(["install", "-d", "-o", hall_user(disk), inner], check=True)
    operator.execute(f"CREATE TABLESPACE small LOCATION '{inner}'")
    operator.execute("ALTER TABLE games_event SET TABLESPACE small")
    operator.execute("CREATE TABLE filler (text text) TABLESPACE small")
    operator.execute("ALTER TABLE filler ALTER text SET STORAGE PLAIN")
    for rows in (20, 1):
        with suppress(psycopg.errors.DiskFull):
            while True:
                operator.execute(
                    "INSERT INTO filler SELECT repeat('x', 7000) FROM generate_series(1, %s)", [rows]
                )


def hall_user(disk):
    return (disk.parent / "data").owner()


def test_a_server_that_may_lose_commits_is_refused_at_the_start(hall, director):
    def refused(*command):
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=hall.environment | {"CELERY_BROKER_URL": "memory://"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode != 0 and "synchronous_commit = off" in done.stdout + done.stderr

    bind = f"127.0.0.1:{free_port()}"
    with hall.connect(autocommit=True) as operator:
        operator.execute("ALTER SYSTEM SET synchronous_commit = off")
        operator.execute("SELECT pg_reload_conf()")
        try:
            wait_until(lambda: refused("manage.py", "migrate"))
            assert refused("-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "--bind", bind)
            assert refused("-m", "celery", "-A", "deploy", "worker", "-c", "1")
        finally:
            operator.execute("ALTER SYSTEM RESET synchronous_commit")
            operator.execute("SELECT pg_reload_conf()")
