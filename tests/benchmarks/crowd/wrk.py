"""`wrk` at full speed against one address, and what it counted."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

SCRIPT = Path(__file__).with_name("told.lua")


class Counted(NamedTuple):
    """``latencies``: in milliseconds, at 50, 99 and 99.9 %. ``errors``: of sockets, and other statuses."""

    seconds: float
    requests: int
    latencies: tuple[float, ...]
    errors: int

    @property
    def rate(self):
        return self.requests / self.seconds


def is_there():
    return shutil.which("wrk") is not None


def driven(address, seconds, connections):
    """After so many seconds. One thread of wrk is enough for two processors."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", str(SCRIPT), "--timeout", "10s"]
    done = subprocess.run([*command, address], capture_output=True, text=True, check=True)
    line = next(line for line in done.stdout.splitlines() if line.startswith("{"))
    told = json.loads(line)
    return Counted(told["seconds"], told["requests"], tuple(told["latencies"]), told["errors"])
