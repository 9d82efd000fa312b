"""A federation of real processes on this machine: PostgreSQL, Redis, and the service under its supervisor."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep

import psutil
import psycopg

from tests.conftest import ROOT
from tests.faults.club import ELSEWHERE
from tests.faults.serving import answers_within
from tests.services import free_port, postgresql_server, start_patiently, start_redis, stop


class Federation:
    """Inside ``running`` it serves at ``port``."""

    def __init__(self, folder, workers=2, threads=4, children=2):
        self.folder, self.port, self.redis_port = folder, free_port(), free_port()
        self.workers, self.threads, self.children = workers, threads, children
        self.supervisor = None

    @contextmanager
    def running(self, prepare):
        """``prepare(environment)`` is called between the database's start and that of the rest."""
        with ExitStack() as stack:
            self.server = stack.enter_context(postgresql_server())
            self.redis = start_redis(self.redis_port, self.folder)
            stack.callback(lambda: stop(self.redis))
            self.database = str(self.server.get_uri())
            self.environment = self._environment()
            self.prepared = prepare(self.environment)
            stack.callback(self.end_processes)
            self.begin_processes()
            answers_within(60, self.port)
            yield self

    def _environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        queue = f"redis://127.0.0.1:{self.redis_port}/0"
        own = {"DATABASE_URL": self.database, "REDIS_URL": queue, "CELERY_BROKER_URL": queue}
        settings = {"NIGIRI_DATA": str(self.folder / "data"), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        secret = {"SECRET_KEY": "of this run alone", "NIGIRI_LOG_LEVEL": "WARNING"}
        return {**kept, **own, **settings, **secret}

    def begin_processes(self):
        size = (
            "--workers",
            f"{self.workers}",
            "--threads",
            f"{self.threads}",
            "--celery",
            f"{self.children}",
        )
        bind = ("--bind", f"127.0.0.1:{self.port}")
        with (self.folder / "service.log").open("a") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "-m", "deploy.supervising", *bind, *size, "all"],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def end_processes(self):
        """All of them, whether they want or not."""
        ours = psutil.Process(self.supervisor.pid).children(recursive=True)
        stop(self.supervisor)
        for process in ours:
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _child(self, what):
        """The newest leader of a group under the supervisor whose command names this; None if none."""
        found = [
            one
            for one in _children(self.supervisor.pid)
            if what in _command(one) and os.getpgid(one.pid) == one.pid
        ]
        return max(found, key=lambda one: one.create_time()).pid if found else None

    @property
    def web(self):
        return self._child("deploy.web")

    @property
    def celery(self):
        return self._child("celery")

    @property
    def web_workers(self):
        return [one.pid for one in _children(self.web)]

    @property
    def celery_children(self):
        return [one.pid for one in _children(self.celery)]

    def hang_up(self):
        """All processes anew, as for new code."""
        os.kill(self.supervisor.pid, signal.SIGHUP)

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


def _children(pid):
    with suppress(psutil.NoSuchProcess, TypeError):
        return psutil.Process(pid).children()
    return []


def _command(process):
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""
