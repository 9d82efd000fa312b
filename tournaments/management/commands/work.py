"""A worker without a queue: jobs that are due, each leased, so that any number of workers may run.

``--forever`` ends after the batch at hand on TERM or Ctrl-C. JSON: ``{"runs"}``.
"""

import signal
import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import close_old_connections
from django.utils import timezone

from games.management.base import Answer, JsonCommand
from tournaments.jobs import running, stopping

LOOK = timedelta(seconds=0.5)  # how often it looks up while it waits


class Command(JsonCommand):
    help = "Run the jobs that are due, or go on doing so."

    def add_arguments(self, parser: CommandParser) -> None:
        how = parser.add_mutually_exclusive_group(required=True)
        how.add_argument("--once", action="store_true", help="what is due now")
        how.add_argument("--forever", action="store_true", help="until it is told to stop")

    def answer(self, **options: Any) -> Answer:
        with stopping.on_signals(signal.SIGTERM, signal.SIGINT):
            runs = running.run_due()
            while options["forever"] and not stopping.stop_requested():
                _wait(
                    min(
                        running.seconds_left(timezone.now()) or settings.SWEEP_SECONDS, settings.SWEEP_SECONDS
                    )
                )
                close_old_connections()
                runs += running.run_due()
        return Answer(data={"runs": runs}, text=f"{runs} runs")


def _wait(seconds: float) -> None:
    end = time.monotonic() + max(seconds, 1.0)
    while time.monotonic() < end and not stopping.stop_requested():
        time.sleep(LOOK.total_seconds())
