"""The Celery application of federation mode: `celery -A deploy worker`.

The queue is a hint: every task takes ids only, finds its work in the database and may run twice.
Options are the CELERY_* names of `deploy.settings`.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.signals import task_prerun, worker_init, worker_process_init, worker_ready, worker_shutting_down
from kombu import pools
from kombu.exceptions import OperationalError

from deploy import parents
from games.breaker import Resting, breaker_of

FAULTS = (OperationalError, OSError)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")


class Doorbell(Celery):
    """Sends at once or not at all: whoever rings has work of their own, and a sweep finds theirs."""

    seconds = 0.25  # that a request waits for the broker, once: then the breaker answers

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        """For Redis and for RabbitMQ: a transport reads what it knows."""
        names = ("socket_timeout", "socket_connect_timeout", "read_timeout", "write_timeout")
        short = {**dict.fromkeys(names, self.seconds), "max_retries": 0}
        return super().connection_for_write(
            url, **{"connect_timeout": self.seconds, "transport_options": short, **options}
        )

    def send_task(self, *args: Any, **options: Any) -> Any:
        """The result, or None where the broker does not answer."""
        breaker = breaker_of(self.conf.broker_url)
        try:
            with breaker.asking(*FAULTS):
                return super().send_task(*args, **{**options, "retry": False})
        except Resting:
            return None
        except FAULTS:
            self.hang_up()
            return None

    def hang_up(self) -> None:
        """The connections that were kept may be dead, and without retries nobody would make new ones."""
        with suppress(OSError):
            pools.reset()
        # As Celery itself does after a fork.
        self._pool = self.amqp._producer_pool = None  # type: ignore[attr-defined]  # noqa: SLF001


app = Doorbell("nigiri")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def be_patient(**_told: Any) -> None:
    """Nobody waits for a worker as they do for a request."""
    app.seconds = 5.0


@worker_init.connect
def look_first(**_told: Any) -> None:
    from deploy import starting, upgrading  # noqa: PLC0415 - apps are loaded by now

    parents.end_with_supervisor()
    for step in (upgrading.migrate_where_due, starting.check_database):
        if wrong := upgrading.fault_of(step):
            sys.exit(wrong)


@worker_process_init.connect
def leave_no_orphan(**_told: Any) -> None:
    """A child whose parent was killed would wait for ever, or go on with a job beside its successor."""
    parents.end_with(os.getppid(), signal.SIGKILL)


@task_prerun.connect
def have_the_patience_of_a_job(**_told: Any) -> None:
    from games.log import patience  # noqa: PLC0415 - apps are loaded by now

    patience.begin(patience.JOB)


@worker_ready.connect
def sweep_first(**_told: Any) -> None:
    """What was left when the last worker went, without waiting for the next ring."""
    from django.conf import settings  # noqa: PLC0415 - read from the environment by now

    for name in ("tournaments.run_due_jobs", "tournaments.send_due_webhooks"):
        app.send_task(name, expires=settings.SWEEP_SECONDS)


@worker_shutting_down.connect
def end_batches(**_told: Any) -> None:
    """The children see it after the batch at hand, and give their jobs back."""
    from tournaments.jobs import stopping  # noqa: PLC0415 - apps are loaded by now

    stopping.ask()
