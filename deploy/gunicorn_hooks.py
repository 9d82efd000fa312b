"""Gunicorn's configuration beside its command line: what one web process begins with and leaves behind."""

import atexit
import os
from typing import Any

from prometheus_client import multiprocess


def post_worker_init(_worker: Any) -> None:
    """A club's server looks after its own backlog: at its start, and then from time to time.

    Where there is a queue, `deploy/ringing.py` does it.
    """
    from django.conf import settings  # noqa: PLC0415 - the application has been loaded by now

    from deploy import openapi, parents, starting  # noqa: PLC0415
    from tournaments import tidying  # noqa: PLC0415
    from tournaments.jobs import doorbell as jobs  # noqa: PLC0415
    from tournaments.jobs import stopping, verifying  # noqa: PLC0415
    from tournaments.notices import doorbell as notices  # noqa: PLC0415
    from tournaments.webhooks import doorbell as webhooks  # noqa: PLC0415

    starting.check_database()
    openapi.begin_early()
    if not settings.CELERY_BROKER_URL:
        for background in (jobs.THREAD, webhooks.THREAD, notices.THREAD):
            background.begin(settings.SWEEP_SECONDS)
        atexit.register(stopping.ask)  # called before the threads are waited for
        for background in (tidying.THREAD, verifying.THREAD):
            background.begin(settings.TIDY_SECONDS)
    parents.say_ready()


def child_exit(_server: Any, worker: Any) -> None:
    """Gauges of a dead process must not be counted on, where several share a folder of metrics."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped there
