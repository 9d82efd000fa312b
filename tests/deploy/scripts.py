"""The shell scripts as processes of a test."""

import os
import signal
import subprocess
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import wait_until

ROOT = Path(__file__).resolve().parents[2]
QUICKSTART = str(ROOT / "deploy" / "quickstart.sh")
SERVE = str(ROOT / "deploy" / "serve.sh")


def status(address):
    """The status a GET is answered with, 0 when nobody answers."""
    try:
        with urllib.request.urlopen(address, timeout=20) as response:
            return response.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0


@contextmanager
def running(*command, log, **environment):
    """A script in a process group of its own, killed at the end if it still runs."""
    with log.open("w") as output:
        process = subprocess.Popen(
            ["sh", *command],
            cwd=log.parent,
            env={**os.environ, **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until_healthy(process, port, log):
    def answers_or_ended():
        return process.poll() is not None or status(f"http://localhost:{port}/health/?format=json") == 200

    wait_until(answers_or_ended, seconds=170)
    assert process.poll() is None, log.read_text()


def is_gone(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def children(pid):
    """{pid: command line} of the processes that `pid` started."""
    rows = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    fields = (row.split(None, 2) for row in rows.stdout.splitlines())
    return {int(child): args for child, parent, args in fields if int(parent) == pid}
