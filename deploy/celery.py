"""The Celery application of a federation: `celery -A deploy worker` and `celery -A deploy beat`.

The queue only wakes workers: every task takes ids, finds its work in the database and may run twice.
Options are the CELERY_* names of `deploy.settings`.
"""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
PATIENCE = {"socket_timeout": 5.0, "socket_connect_timeout": 5.0}  # no request waits for a worker

app = Celery("nigiri")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def check_before_start(**_signal: Any) -> None:
    """Refuse to work on a database that is wrong or not migrated; wait longer for the broker."""
    from deploy.server import starting  # noqa: PLC0415 - apps are loaded by now

    app.conf.broker_connection_timeout = 5.0
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, **PATIENCE}
    if fault := starting.startup_fault():
        sys.exit(fault)


@worker_ready.connect
def sweep_at_once(**_signal: Any) -> None:
    """Queue the jobs that an earlier worker left, without waiting for the schedule."""
    from django.conf import settings  # noqa: PLC0415 - read from the environment by now

    from tournaments.outbox.waking import SWEEP, send_task  # noqa: PLC0415

    send_task(SWEEP, expires=settings.SWEEP_SECONDS)
