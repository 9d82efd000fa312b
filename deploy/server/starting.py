"""The tables when a process starts: checked by a server or worker, migrated by the server of a club."""

from hashlib import blake2b
from pathlib import Path

import structlog
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor

NOT_MIGRATED = (
    "{number} migrations are not applied: run `manage.py migrate` as the owner of the tables "
    "(deploy/decisions/roles.md)."
)
STAMP = "sources"
log = structlog.get_logger(__name__)


def startup_fault() -> str:
    """Return why this process must not start, in a sentence; "" if nothing is wrong.

    A database that does not answer is no such fault: requests are answered with 503 until it does.
    """
    try:
        if number := count_pending_migrations():
            return NOT_MIGRATED.format(number=number)
        return "\n".join(str(found) for found in run_checks(tags=[Tags.database], databases=["default"]))
    except OperationalError as error:
        log.warning("database_not_checked", error=str(error).strip())
        return ""
    finally:
        connections.close_all()  # a worker forks


def count_pending_migrations() -> int:
    """Return the number of migrations that are not applied yet."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def bring_up_to_date() -> None:
    """Migrate and collect static files if needed; the caller holds the lock on the folder.

    A federation runs both commands itself.
    """
    if number := count_pending_migrations():
        log.info("migrating", migrations=number)
        call_command("migrate", interactive=False, verbosity=0)
    if settings.STATIC_ROOT:
        _collect(Path(settings.STATIC_ROOT))


def _collect(root: Path) -> None:
    """Collect the static files unless they were made from the same sources."""
    root.mkdir(parents=True, exist_ok=True)
    stamp, made_of = root / STAMP, static_digest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == made_of:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(made_of, encoding="ascii")


def static_digest() -> str:
    """Return a digest of the collected files and of the storage that processes them."""
    digest = blake2b(settings.STORAGES["staticfiles"]["BACKEND"].encode(), digest_size=16)
    for finder in get_finders():
        for path, storage in finder.list([]):
            with storage.open(path) as file:
                digest.update(f"\0{path}\0".encode() + blake2b(file.read()).digest())
    return digest.hexdigest()
