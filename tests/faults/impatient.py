"""The server of streams with little patience and much to say: ``python -m tests.faults.impatient``."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from deploy.streams import worker
    from deploy.streams.__main__ import main
    from tournaments.following import viewers

    worker.UNREAD_SECONDS = 3
    viewers.SILENT, viewers.PATIENCE = 0.0, 2.0
    viewers.SIGN_OF_LIFE += b":" * 50_000 + b"\n\n"
    main(*sys.argv[1:])
