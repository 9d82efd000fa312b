"""What systemd hears of the supervisor."""

import signal
import socket
import subprocess
import sys

import pytest

from tests.conftest import ROOT

SUPERVISED = """
from deploy.supervising.supervisor import Supervisor
from deploy.supervising.unit import Unit

Supervisor([Unit("sleeper", ("sh", "-c", 'test -z "$NOTIFY_SOCKET" || kill -9 $PPID; exec sleep 600'))]).run()
"""


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_it_says_when_it_is_ready_and_when_it_stops(tmp_path, kind):
    name = str(tmp_path / "notify") if kind == "path" else f"@{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name.replace("@", "\0", 1))
        manager.settimeout(60)
        with subprocess.Popen(
            [sys.executable, "-c", SUPERVISED], cwd=ROOT, env={"NOTIFY_SOCKET": name, "PATH": "/usr/bin:/bin"}
        ) as supervisor:
            try:
                assert manager.recv(100) == b"READY=1"
                supervisor.send_signal(signal.SIGTERM)
                assert manager.recv(100) == b"STOPPING=1"
                assert supervisor.wait(60) == 0
            finally:
                supervisor.kill()
