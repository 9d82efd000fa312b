"""`python -m deploy.supervising --bind HOST:PORT ... all|web|worker`, for `deploy/serve.sh`."""

import argparse
import socket
import sys
import tempfile
import time
from errno import EADDRINUSE
from pathlib import Path

from deploy.supervising.supervisor import Supervisor
from deploy.supervising.unit import LATER, Unit, say

BACKLOG = 2048
PYTHON = ".venv/bin/python"
CELERY = ("--loglevel", "INFO", "--without-mingle", "--without-gossip", "-n", "{name}@%h")


def main() -> None:
    options = parsed()
    with tempfile.TemporaryDirectory(prefix="nigiri-") as folder:
        Supervisor(units(options, folder)).run()


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bind", required=True)
    parser.add_argument("--workers", required=True)
    parser.add_argument("--threads", required=True)
    parser.add_argument("--celery", required=True)
    parser.add_argument("part", choices=("all", "web", "worker"))
    return parser.parse_args()


def units(options: argparse.Namespace, metrics: str) -> list[Unit]:
    """The web server first: the others would take the processor from it while it starts."""
    found = []
    if options.part != "worker":
        listener = listening(options.bind)
        own = ("--bind", f"fd://{listener}", "--workers", options.workers, "--threads", options.threads)
        command = (PYTHON, "-m", "deploy.web", *own)
        found.append(Unit("web", command, listener=listener, PROMETHEUS_MULTIPROC_DIR=metrics))
    if options.part != "web":
        celery = (PYTHON, "-m", "celery", "-A", "deploy", "worker", "--concurrency", options.celery)
        found.append(Unit("worker", (*celery, *CELERY)))
        beat = ("beat", "--scheduler", "celery.beat:Scheduler")
        found.append(Unit("schedule", (PYTHON, "-m", "celery", "-A", "deploy", *beat)))
    for unit in found[1:]:
        unit.due += LATER if found[0].listener else 0.0
    return found


def listening(bind: str) -> int:
    """The number of a socket that listens. Another server that is about to end is waited for."""
    for seconds in (1, 2, 4, 8, 16, 0):
        try:
            return bound(bind).detach()
        except (OSError, ValueError) as error:
            if not seconds or getattr(error, "errno", 0) != EADDRINUSE:
                sys.exit(f"Cannot listen on {bind}: {error}.")
            say(f"cannot listen on {bind}: {error}; trying again in {seconds} s")
            time.sleep(seconds)
    raise AssertionError


def bound(bind: str) -> socket.socket:
    """HOST:PORT, or unix:PATH, which takes the place of a file that a server before has left."""
    host, _, port = bind.rpartition(":")
    if host == "unix":
        Path(port).unlink(missing_ok=True)
        return socket.create_server(port, family=socket.AF_UNIX, backlog=BACKLOG)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host.strip("[]"), int(port)), family=family, backlog=BACKLOG)


if __name__ == "__main__":
    main()
