"""What a server and a worker look at before they begin."""

import structlog
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections

log = structlog.get_logger(__name__)


def check_database() -> None:
    """Raises ImproperlyConfigured for a server that may lose what it acknowledges.

    One that does not answer is no reason not to start: requests are answered with 503 until it does.
    """
    try:
        found = run_checks(tags=[Tags.database], databases=["default"])
    except OperationalError as error:
        log.warning("database_not_checked", error=str(error).strip())
        return
    finally:
        connections.close_all()  # a worker forks
    if found:
        raise ImproperlyConfigured("\n".join(str(one) for one in found))
