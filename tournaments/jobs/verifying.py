"""The log is verified each day: an altered event is found before somebody needs it.

By Celery's beat where there is a queue, else by a thread of the club's server.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.utils import timezone

from games.log import upkeep
from games.log.checking import check
from tournaments.jobs.background import Background

log = structlog.get_logger(__name__)


def verify_where_due(at: datetime) -> bool:
    """Whether it was due, and ours to do."""
    every = timedelta(hours=settings.VERIFY_HOURS)
    if not every or not upkeep.take(upkeep.VERIFY, at, every):
        return False
    checked = check(at)
    for fault in checked.faults[:100]:
        log.error("log_altered", fault=str(fault))
    log.info("log_verified", events=checked.events, faults=len(checked.faults))
    return True


def _sweep() -> None:
    verify_where_due(timezone.now())


THREAD = Background("verifying", _sweep)
