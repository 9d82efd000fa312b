"""The one function that sends tasks to Celery.

The database holds the work and a task only wakes a worker: the schedule sweeps for what was not sent.
"""

from time import monotonic
from typing import Any

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

FAULTS = (OperationalError, OSError)
PAUSE = 5.0  # seconds without an attempt after the broker did not answer
log = structlog.get_logger(__name__)


class _Broker:
    """Until when this process sends nothing; zero while the broker answers."""

    silent_until = 0.0


def wake(task: str, *arguments: str, **options: Any) -> bool:
    """Send a task and return True; return False, without retry, if the broker does not answer.

    The timeouts of `deploy/settings.py` limit the wait to a quarter of a second, and the pause limits a
    request that sends several tasks to one such wait.
    """
    if monotonic() < _Broker.silent_until:
        return False
    try:
        current_app.send_task(task, arguments, **options)
    except FAULTS as error:
        _Broker.silent_until = monotonic() + PAUSE
        log.warning("queue_does_not_answer", task=task, error=str(error))
        return False
    return True
