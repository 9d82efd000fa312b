"""A worker without a queue, which runs due jobs, messages and mails. Any number may run.

``--forever`` ends after the current batch on TERM or Ctrl-C. JSON: ``{"runs"}``.
"""

import signal
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import close_old_connections

from games.management.base import Answer, JsonCommand
from tournaments.outbox import running, stopping


class Command(JsonCommand):
    help = "Run the jobs that are due, or go on doing so."

    def add_arguments(self, parser: CommandParser) -> None:
        how = parser.add_mutually_exclusive_group(required=True)
        how.add_argument("--once", action="store_true", help="what is due now")
        how.add_argument("--forever", action="store_true", help="until it is stopped")

    def answer(self, **options: Any) -> Answer:
        with stopping.on_signals(signal.SIGTERM, signal.SIGINT):
            runs = running.run_due()
            while options["forever"] and not stopping.should_stop():
                stopping.wait(settings.SWEEP_SECONDS)
                close_old_connections()
                runs += running.run_due()
        return Answer(data={"runs": runs}, text=f"{runs} runs")
