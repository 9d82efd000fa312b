"""A federation of real processes on this machine: PostgreSQL, Redis, web, worker and beat."""

import os
import signal
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep

import psutil
import psycopg

from tests.faults.club import ELSEWHERE
from tests.faults.serving import answers_within
from tests.processes import Processes
from tests.services import free_port, postgresql_server, start_patiently, start_redis, stop


class Federation:
    """Inside ``running`` it serves at ``port``."""

    def __init__(self, folder, workers=2, threads=4):
        self.folder, self.port, self.redis_port = folder, free_port(), free_port()
        self.workers, self.threads = workers, threads

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
            self.processes = stack.enter_context(
                Processes(self.environment, self.port, self.folder / "service.log", threads=self.threads)
            )
            answers_within(60, self.port)
            yield self

    def _environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        queue = f"redis://127.0.0.1:{self.redis_port}/0"
        own = {"DATABASE_URL": self.database, "REDIS_URL": queue, "CELERY_BROKER_URL": queue}
        settings = {"NIGIRI_DATA": str(self.folder / "data"), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        secret = {"SECRET_KEY": "of this run alone", "NIGIRI_LOG_LEVEL": "WARNING"}
        settings["WEB_CONCURRENCY"] = str(self.workers)
        return {**kept, **own, **settings, **secret}

    @property
    def web(self):
        return self.processes.pid("web")

    @property
    def web_workers(self):
        return self.processes.children("web")

    @property
    def celery_children(self):
        return self.processes.children("worker")

    def hang_up(self):
        """Have gunicorn load new code."""
        os.kill(self.web, signal.SIGHUP)

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
