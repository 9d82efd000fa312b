"""A federation of real processes on this machine: PostgreSQL, Redis, web servers, a Celery worker.

What dies is begun anew, as whatever supervises a service would do.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep

import psutil
import psycopg

from tests.conftest import ROOT
from tests.faults.club import environment
from tests.faults.serving import answers_within
from tests.services import free_port, postgresql_server, start_patiently, start_redis, stop

LOOK = 0.2  # seconds between two looks of the keeper


class Federation:
    """Inside ``running`` it serves at ``port``."""

    def __init__(self, folder, workers=2, threads=4, children=2):
        self.folder, self.port, self.redis_port = folder, free_port(), free_port()
        self.workers, self.threads, self.children = workers, threads, children
        self.kept, self.starts, self.ending = {}, 0, threading.Event()

    @contextmanager
    def running(self, prepare):
        """``prepare(environment)`` is called between the database's start and that of the rest."""
        with ExitStack() as stack:
            stack.callback(self._end)
            self.server = stack.enter_context(postgresql_server())
            self.redis = start_redis(self.redis_port, self.folder)
            url = f"redis://127.0.0.1:{self.redis_port}/0"
            self.database = str(self.server.get_uri())
            self.environment = environment(self.folder / "data") | {
                "DATABASE_URL": self.database,
                "REDIS_URL": url,
                "CELERY_BROKER_URL": url,
                "SECRET_KEY": "of this run alone",
                "NIGIRI_LOG_LEVEL": "WARNING",
            }
            self.prepared = prepare(self.environment)
            self.kept = {"web": self._begin("web"), "celery": self._begin("celery")}
            threading.Thread(target=self._keep, daemon=True).start()
            answers_within(60, self.port)
            yield self

    def _command(self, name):
        if name == "web":
            bind = ("--bind", f"127.0.0.1:{self.port}", "--config", "deploy/gunicorn_hooks.py")
            size = ("--workers", f"{self.workers}", "--threads", f"{self.threads}")
            kind = ("--worker-class", "deploy.patient.Worker", "--no-control-socket")
            return ["gunicorn", "deploy.wsgi", *bind, *size, *kind]
        beat = ("--beat", "--schedule", f"{self.folder}/beat")
        return ["celery", "-A", "deploy", "worker", "--concurrency", f"{self.children}", *beat]

    def _begin(self, name):
        self.starts += 1
        with (self.folder / f"{name}.log").open("a") as output:
            return subprocess.Popen(
                [sys.executable, "-m", *self._command(name)],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def _keep(self):
        while not self.ending.wait(LOOK):
            for name, process in self.kept.items():
                if process.poll() is not None and not self.ending.is_set():
                    self.kept[name] = self._begin(name)

    def _end(self):
        self.ending.set()
        sleep(2 * LOOK)
        for process in self.kept.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.kept.values():
            stop(process)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        if hasattr(self, "redis"):
            stop(self.redis)

    def children_of(self, name):
        with suppress(psutil.NoSuchProcess):
            return psutil.Process(self.kept[name].pid).children()
        return []

    @property
    def postgres(self):
        postmaster = psutil.Process(self.server.get_pid())
        return [postmaster, *postmaster.children(recursive=True)]

    def connect(self, seconds=60):
        """A connection of ours, as soon as there is one."""
        until = monotonic() + seconds
        while True:
            try:
                return psycopg.connect(self.database, autocommit=True)
            except psycopg.OperationalError:
                if monotonic() > until:
                    raise
                sleep(0.2)

    def begin_postgres(self):
        start_patiently(self.server.start)

    def begin_redis(self):
        self.redis = start_redis(self.redis_port, self.folder)
