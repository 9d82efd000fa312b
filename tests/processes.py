"""A federation's processes with the commands of their units, started again when they end, as systemd does."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from time import sleep

import psutil

from tests.conftest import ROOT
from tests.services import stop

AGAIN = 1.0  # RestartSec


class Processes:
    """Within ``with``: web, worker and beat, each in a process group of its own; output goes to ``log``."""

    def __init__(self, environment, port, log, *, root=ROOT, names=("web", "worker", "beat"), threads=8):
        python = str(root / ".venv/bin/python") if root != ROOT else sys.executable
        gunicorn = ("--chdir", root, "-c", root / "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}")
        celery = ("-m", "celery", "-A", "deploy")
        quiet = ("--without-mingle", "--without-gossip", "--loglevel", "INFO")
        commands = {
            "web": ("-m", "gunicorn", *gunicorn, "--threads", threads),
            "worker": (*celery, "worker", "--concurrency", "2", *quiet, "-n", f"{port}@%h"),
            "beat": (*celery, "beat"),
        }
        self.commands = {name: [python, *map(str, commands[name])] for name in names}
        self.environment, self.log, self.root = environment, log, root
        self.running = {}
        self._over, self._lock = threading.Event(), threading.Lock()
        self._keeper = threading.Thread(target=self._keep)

    def __enter__(self):
        for name in self.commands:
            self._begin(name)
        self._keeper.start()
        return self

    def __exit__(self, *_fault):
        self._over.set()
        self._keeper.join()
        for process in self.running.values():
            stop(process)
            _kill_group(process.pid)

    def pid(self, name):
        return self.running[name].pid

    def children(self, name):
        with suppress(psutil.NoSuchProcess):
            return [one.pid for one in psutil.Process(self.pid(name)).children()]
        return []

    def kill(self, name):
        """Kill the process and all that it has started, as the death of a unit does."""
        _kill_group(self.pid(name))

    def begin_again(self):
        """Kill all and start them at once."""
        with self._lock:
            for process in self.running.values():
                _kill_group(process.pid)
                process.wait()
            for name in self.commands:
                self._begin(name)

    def _begin(self, name):
        with self.log.open("a") as output:
            self.running[name] = subprocess.Popen(
                self.commands[name],
                cwd=self.root,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def _keep(self):
        while not self._over.wait(0.1):
            with self._lock:
                for name, process in list(self.running.items()):
                    if process.poll() is not None:
                        _kill_group(process.pid)
                        sleep(AGAIN)
                        self._begin(name)


def _kill_group(pid):
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
