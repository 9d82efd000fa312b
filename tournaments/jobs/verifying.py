"""Verify the log each day, so that an altered event is found before it is needed."""

from datetime import datetime, timedelta

import structlog
from django.conf import settings

from games.log import upkeep
from games.log.verification import verify_and_record

log = structlog.get_logger(__name__)


def verify_where_due(at: datetime) -> bool:
    """Verify the log if that is due and no other process does so; return whether it was verified."""
    every = timedelta(hours=settings.VERIFY_HOURS)
    if not every or not upkeep.claim_run(upkeep.VERIFY, at, every):
        return False
    checked = verify_and_record(at)
    for fault in checked.faults[:100]:
        log.error("log_altered", fault=str(fault))
    log.info("log_verified", events=checked.events, faults=len(checked.faults))
    return True
