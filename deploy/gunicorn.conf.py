"""Gunicorn's configuration for a federation, behind nginx: `gunicorn -c deploy/gunicorn.conf.py`.

Options of the command line override it. WEB_CONCURRENCY sets the number of processes. Each process loads the
application after the fork, so that HUP brings in new code.
"""  # noqa: N999 - gunicorn's own name for it

import os
import sys
import tempfile
from typing import Any

wsgi_app = "deploy.wsgi"
bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 8
timeout = 60
graceful_timeout = 30
max_requests = 20_000
max_requests_jitter = 5_000
control_socket_disable = True

if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:  # read again after HUP
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="nigiri-metrics-")


def post_worker_init(worker: Any) -> None:
    """Refuse to serve a database that is wrong or not migrated."""
    from gunicorn.arbiter import Arbiter  # noqa: PLC0415 - this file is read before gunicorn has begun

    from deploy.server import starting  # noqa: PLC0415 - the application is loaded by now

    if fault := starting.startup_fault():
        worker.log.critical(fault)
        sys.exit(Arbiter.WORKER_BOOT_ERROR)  # gunicorn then stops as a whole


def child_exit(_server: Any, worker: Any) -> None:
    """Remove the gauges of a process that has ended."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - it reads the environment when it is loaded

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there
