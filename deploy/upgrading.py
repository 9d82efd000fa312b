"""Tables and static files as this program needs them: what every start looks at, and rarely has to change.

`python -m deploy.upgrading`, or ``bring_up_to_date()`` of a program that has called ``django.setup()``.
"""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

import structlog
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, connections
from django.utils import timezone

from deploy.watching.migrated import waiting
from games.log import roles
from games.management import alone
from games.refusals import Refusal

FOREIGN = (
    "{number} migrations wait, and the role {role} may not make them: "
    "run `manage.py migrate` as the owner of the tables (deploy/decisions/roles.md)."
)
STAMP = "sources"
log = structlog.get_logger(__name__)


def bring_up_to_date() -> None:
    """Migrate and collect where there is something to do. Any number of processes may call it at once.

    Raises ImproperlyConfigured where another role has to migrate. A server that does not answer is no reason
    not to start: `/health/ready/` tells what it lacks once it is back.
    """
    migrate_where_due()
    if settings.STATIC_ROOT:
        _collect(Path(settings.STATIC_ROOT))


def migrate_where_due() -> None:
    """The first half: what a worker needs, too."""
    try:
        _migrate()
        _tell_the_log()
    except OperationalError as error:
        log.warning("tables_not_looked_at", error=str(error).strip())
    finally:
        if not connection.in_atomic_block:
            connections.close_all()  # whoever calls may fork


def fault_of(step: Callable[[], None]) -> str:
    """What hinders a start, for whoever reads the log; empty where nothing does."""
    try:
        step()
    except ImproperlyConfigured as wrong:
        return str(wrong)
    return ""


def _migrate() -> None:
    if not (number := waiting()):
        return
    if not _ours():
        raise ImproperlyConfigured(FOREIGN.format(number=number, role=roles.name()))
    log.info("migrating", migrations=number)
    call_command("migrate", interactive=False, verbosity=0)


def _ours() -> bool:
    return connection.vendor != "postgresql" or roles.may_migrate()


def _tell_the_log() -> None:
    """Of what earlier programs kept beside it alone. What cannot be told now is told at the next start."""
    from games.log.unit import Context  # noqa: PLC0415 - both want the apps, which a script sets up first
    from tournaments.people.offices import OPERATOR, tell_of_before  # noqa: PLC0415

    try:
        told = tell_of_before(Context(actor=OPERATOR, command_id=uuid4(), at=timezone.now()))
        if told:
            log.info("offices_told", offices=told)
    except (DatabaseError, Refusal) as error:
        log.warning("offices_not_told", error=str(error).strip())


def _collect(root: Path) -> None:
    """Unless what is there was made of the same files."""
    root.mkdir(parents=True, exist_ok=True)
    with alone.on_file(root.with_name(f"{root.name}-collecting")):
        stamp, made_of = root / STAMP, sources()
        if stamp.exists() and stamp.read_text(encoding="ascii") == made_of:
            return
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(made_of, encoding="ascii")


def sources() -> str:
    """A digest of the files that are collected and of what makes them ready."""
    digest = blake2b(settings.STORAGES["staticfiles"]["BACKEND"].encode(), digest_size=16)
    for finder in get_finders():
        for path, storage in finder.list([]):
            with storage.open(path) as file:
                digest.update(f"\0{path}\0".encode() + blake2b(file.read()).digest())
    return digest.hexdigest()


if __name__ == "__main__":
    import os
    import sys

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    sys.exit(fault_of(bring_up_to_date) or None)
