"""Gunicorn's configuration beside its command line: what one web process begins with and leaves behind."""

import os
from typing import Any

from prometheus_client import multiprocess


def post_worker_init(_worker: Any) -> None:
    """A club's server looks after its own backlog: at its start, and then from time to time."""
    from deploy import background, parents  # noqa: PLC0415 - the application has been loaded by now

    background.begin()
    parents.say_ready()


def child_exit(_server: Any, worker: Any) -> None:
    """Gauges of a dead process must not be counted on, where several share a folder of metrics."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there
