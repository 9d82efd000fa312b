"""Events that people are told of are noted with them, one row each: no write waits for its readers."""

from collections.abc import Sequence

from django.db import transaction

from games.log.store import Recorded
from games.log.unit import after_storing
from tournaments.notices import doorbell
from tournaments.notices.rows import Happening
from tournaments.notices.telling import TOLD
from tournaments.webhooks.news import CREATED

KEPT = ("round", "game_id")


@after_storing
def note(stored: Sequence[Recorded]) -> None:
    """A tournament that is read from a file, with its rounds, is no news to anybody."""
    if any(recorded.kind == CREATED for recorded in stored):
        return
    rows = [_noted(recorded) for recorded in stored if recorded.kind in TOLD]
    if rows:
        Happening.objects.bulk_create(rows)
        transaction.on_commit(doorbell.ring, robust=True)


def _noted(recorded: Recorded) -> Happening:
    return Happening(
        position=recorded.position,
        kind=recorded.kind,
        stream=recorded.stream,
        actor=recorded.actor,
        data={name: recorded.data[name] for name in KEPT if name in recorded.data},
        at=recorded.recorded_at,
    )
