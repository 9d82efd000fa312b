"""Shared by the benchmarks that run as programs: help, and the service in this process on a new database."""

import os
import sys
import tempfile
from contextlib import contextmanager


def print_help(text):
    """Print ``text`` and exit if the arguments ask for help."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.stdout.write(f"{text}\n")
        sys.exit(0)


@contextmanager
def new_service():
    """Set Django up with a new database, no throttles and the plainest view beside the service."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"NIGIRI_DATA": folder, "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        import django
        from django.conf import settings

        settings.ROOT_URLCONF = "tests.benchmarks.plain_urls"
        settings.ALLOWED_HOSTS = ["*"]
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def print_each(lines):
    """Print lines as they are measured."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
