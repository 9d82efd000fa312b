"""The process that rings for what is due: `python -m deploy.schedule`, until TERM or Ctrl-C."""

import os
import signal
import sys
import time

import django

from deploy import parents


def main() -> None:
    parents.end_with_supervisor()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy import ringing, upgrading  # noqa: PLC0415 - apps are loaded by now
    from tournaments.jobs import stopping  # noqa: PLC0415

    with stopping.on_signals(signal.SIGTERM, signal.SIGINT):
        if wrong := upgrading.fault_of(upgrading.migrate_where_due):
            sys.exit(wrong)
        ringing.begin()
        while not stopping.stop_requested():
            time.sleep(0.2)


if __name__ == "__main__":
    main()
