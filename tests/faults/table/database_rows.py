"""PostgreSQL away, restarting, frozen, full, locked."""

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from games.log import store
from tests.conftest import wait_until
from tests.faults.fronted import fronting
from tests.faults.serving import Director, serving
from tests.faults.table.rows import Row, answered, apologised
from tests.faults.test_database_away import MANY, WITHIN, Hall, at_once, filled
from tests.services import postgresql_server

APOLOGY = "503 with Retry-After within 10 s"


def rows(folder: Path) -> Iterator[Row]:
    with postgresql_server() as server:
        hall = Hall(folder, server)
        with serving(hall.environment, hall.port, hall.log), fronting(hall.environment, hall.port) as front:
            hall.director = Director(front, hall.demo)
            for measure in (_restarted, _away, _frozen, _turn_held, _locked, _full):
                wait_until(lambda: hall.director.look()[0] == hall.director.write()[0] == 200, seconds=60)
                at_once(*[hall.director.look] * MANY)
                yield from measure(hall)


def _both(hall: Hall) -> list:
    return at_once(*[hall.director.look, hall.director.write] * (MANY // 2))


def _restarted(hall: Hall) -> Iterator[Row]:
    hall.restart()
    yield answered("database restarted", "no request fails afterwards", _both(hall), WITHIN)


def _away(hall: Hall) -> Iterator[Row]:
    hall.stop()
    try:
        page = hall.director.read(f"/tournaments/{hall.director.slug}/")
        yield apologised("database away: REST", APOLOGY, _both(hall), WITHIN)
        yield apologised("database away: a page", "the same, as a page", [page], WITHIN)
        yield answered("database away: /health/live/", "lives", [hall.director.read("/health/live/")], WITHIN)
    finally:
        hall.start()
    yield answered("database back", "all is well at once", _both(hall), WITHIN)


def _frozen(hall: Hall) -> Iterator[Row]:
    with hall.frozen():
        yield apologised("database frozen", APOLOGY, _both(hall), WITHIN)


def _turn_held(hall: Hall) -> Iterator[Row]:
    with hall.connect() as holder, ThreadPoolExecutor(MANY) as pool:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
        writers = [pool.submit(hall.director.write) for _ in range(MANY)]
        readers = [hall.director.look() for _ in range(MANY)]
        fault = "the writers' turn held"
        yield apologised(f"{fault}: writes", APOLOGY, [writer.result() for writer in writers], WITHIN)
        yield answered(f"{fault}: reads", "answered within 10 s", readers, WITHIN)


def _locked(hall: Hall) -> Iterator[Row]:
    with hall.connect() as holder:
        holder.execute("LOCK TABLE tournaments_entryrow IN ACCESS EXCLUSIVE MODE")
        yield apologised("a table locked", APOLOGY, at_once(hall.director.look, hall.director.write), WITHIN)
        holder.rollback()


def _full(hall: Hall) -> Iterator[Row]:
    disk = hall.server.pgdata.parent / "small"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]
    if subprocess.run(mount, check=False).returncode:
        yield Row(fault="disk full", target="507", measured="no small disk can be mounted here", good=None)
        return
    try:
        disk.chmod(0o777)
        with hall.connect(autocommit=True) as operator:
            filled(operator, disk)
            full = next(answer for _ in range(1000) if (answer := hall.director.write())[0] != 200)
            yield apologised("disk full: writes", "507 with Retry-After", [full], WITHIN, status=507)
            yield answered("disk full: reads", "go on", [hall.director.read()], WITHIN)
            operator.execute("DROP TABLE filler")
            yield answered("disk with space again", "all is well at once", [hall.director.write()], WITHIN)
            operator.execute("ALTER TABLE games_event SET TABLESPACE pg_default")
            operator.execute("DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
