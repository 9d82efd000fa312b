"""Sign heads of the log, and verify the log each day, so that an altered event is found before it is needed.

A head is signed when a round is published or closed and when a tournament is archived. This happens after the
commit and cannot fail it: a head that is not signed now is covered by the next one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.log import upkeep
from games.log.store import StoredEvent
from games.log.tree import signed_checkpoints
from games.log.unit_of_work import on_stored
from games.log.verification import verify_and_record
from games.log.wire import kind_of
from games.refusals import Refusal
from tournaments.domain.round_stages import RoundClosed, RoundPublished
from tournaments.domain.tournament import TournamentArchived

SIGNED = frozenset(map(kind_of, (RoundPublished, RoundClosed, TournamentArchived)))
log = structlog.get_logger(__name__)


@on_stored
def sign_after_commit(stored: Sequence[StoredEvent]) -> None:
    if any(recorded.kind in SIGNED for recorded in stored):
        transaction.on_commit(_sign)


def _sign() -> None:
    try:
        signed_checkpoints.sign_checkpoint(timezone.now())
    except (Refusal, DatabaseError) as error:  # the round is published all the same; verify reports the fault
        log.warning("head_not_signed", error=str(error))


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
