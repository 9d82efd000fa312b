"""Gunicorn's configuration beside its command line: what one web process begins with and leaves behind."""

import os
from typing import Any

from prometheus_client import multiprocess


def post_worker_init(worker: Any) -> None:
    """A club's server looks after its own backlog: at its start, and then from time to time."""
    from django.db import connections  # noqa: PLC0415 - the application has been loaded by now

    from deploy import background, parents  # noqa: PLC0415
    from deploy.apart import APART  # noqa: PLC0415
    from deploy.turns import is_costly  # noqa: PLC0415
    from deploy.wsgi import application  # noqa: PLC0415

    def forget() -> None:
        for listener in worker.sockets:
            listener.close()

    worker.is_costly = is_costly
    connections.close_all()  # one that two processes have is closed by both
    APART.begin(application, forget)
    background.begin()
    parents.say_ready()


def child_exit(_server: Any, worker: Any) -> None:
    """Gauges of a dead process must not be counted on, where several share a folder of metrics."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there
