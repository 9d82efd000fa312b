"""The Celery application of federation mode: `celery -A deploy worker`.

The queue is a hint: every task takes ids only, finds its work in the database and may run twice.
Options are the CELERY_* names of `deploy.settings`.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("nigiri")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def sweep_first(**_told: Any) -> None:
    """What was left when the last worker went, without waiting for beat."""
    from django.conf import settings  # noqa: PLC0415 - read from the environment by now

    for name in ("tournaments.run_due_jobs", "tournaments.send_due_webhooks"):
        app.send_task(name, expires=settings.SWEEP_SECONDS)


@worker_shutting_down.connect
def end_batches(**_told: Any) -> None:
    """The children see it after the batch at hand, and give their jobs back."""
    from tournaments.jobs import stopping  # noqa: PLC0415 - apps are loaded by now

    stopping.ask()
