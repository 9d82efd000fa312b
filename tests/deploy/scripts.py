"""The shell scripts as processes of a test."""

import os
import signal
import subprocess
import urllib.request
from contextlib import contextmanager

from tests.conftest import ROOT, wait_until

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
