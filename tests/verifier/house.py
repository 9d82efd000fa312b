"""A service of its own in a folder, for programs that make tournaments by the hundred."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def opened(folder: Path) -> Iterator[None]:
    """Django on an empty SQLite in the folder, with a key for the log. Once in a process."""
    os.environ["NIGIRI_DATA"] = str(folder)
    for name in ("DATABASE_URL", "CELERY_BROKER_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from games.log.tree.checkpoints import Signer

    django.setup()
    logging.disable(logging.WARNING)  # the access log: there is no access but our own
    settings.LOG_KEY = str(Signer(name="nigiri/test", seed=bytes(range(32))))
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0, stdout=sys.stderr)
    try:
        yield
    finally:
        connection.close()
