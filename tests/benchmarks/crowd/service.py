"""The service as it is deployed, and the processors' time that it takes."""

import json
import os
import subprocess
import sys
from contextlib import suppress

import psutil

from tests.conftest import ROOT
from tests.faults.load.federation import Federation

NAMES = ("gunicorn", "postgres", "redis-server", "nginx")


class Deployed(Federation):
    """For https, behind one proxy."""

    def _environment(self):
        own = {"NIGIRI_HTTPS": "true", "NIGIRI_PROXIES": "1", "NIGIRI_STATIC": str(self.folder / "static")}
        return {**super()._environment(), **own}


def made(environment, players, world="tests.benchmarks.crowd.world"):
    """The tournament of a program that makes one, on the database of this environment."""
    command = [sys.executable, "-m", world, str(players)]
    told = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)


def processor_seconds():
    """Of all that serves and that this program has started."""
    taken = 0.0
    for process in psutil.Process(os.getpid()).children(recursive=True):
        with suppress(psutil.Error):
            if any(name in " ".join(process.cmdline()) for name in NAMES):
                taken += sum(process.cpu_times()[:2])
    return taken
