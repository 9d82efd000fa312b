"""Sign a head of the log when a round is published or closed, and when a tournament is archived.

This happens after the commit and cannot fail it: a head that is not signed now is covered by the next one.
"""

from collections.abc import Sequence

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.log.store import StoredEvent
from games.log.tree import signed_checkpoints
from games.log.unit_of_work import on_stored
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
