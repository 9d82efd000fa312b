"""The check of the database before a process serves or works."""

import structlog
from django.core.checks import Tags, run_checks
from django.db import OperationalError, connections

from deploy.watching.migrations import count_pending_migrations

NOT_MIGRATED = (
    "{number} migrations are not applied: run `manage.py migrate` as the owner of the tables "
    "(deploy/decisions/roles.md)."
)
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
