"""News becomes deliveries in the transaction that stores the event; sending begins after its commit."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import connection, transaction
from django.urls import reverse

from games.log.digests import timestamp
from games.log.statements import column
from games.log.store import Recorded
from games.log.tree import keeping
from games.log.unit import after_storing
from tournaments.events.declared import News
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.webhooks import doorbell
from tournaments.webhooks.news import CREATED, REPORTED, Message, kinds_of, news
from tournaments.webhooks.rows import Delivery, Endpoint, EndpointState

STREAM = "tournament-"


@after_storing
def write_deliveries(stored: Sequence[Recorded]) -> None:
    """Write a delivery for every endpoint that asked for it.

    A tournament that is created with its results, read from a file, is no news.
    """
    streams: dict[str, list[Recorded]] = {}
    for recorded in stored:
        if recorded.stream.startswith(STREAM):
            streams.setdefault(recorded.stream, []).append(recorded)
    for stream, batch in streams.items():
        if batch[0].kind != CREATED and any(kinds_of(recorded.kind) for recorded in batch):
            _write_deliveries_of(UUID(stream.removeprefix(STREAM)), batch)


def _write_deliveries_of(tournament_id: UUID, batch: Sequence[Recorded]) -> None:
    endpoints = list(_listening(tournament_id))
    if not endpoints:
        return
    row = TournamentRow.objects.get(pk=tournament_id)
    signed = keeping.latest()
    messages = [(item, payload(item, row, signed.note if signed else None)) for item in _news(batch)]
    rows = [
        delivery(endpoint, item.kind, body, at=item.recorded.recorded_at, position=item.recorded.position)
        for endpoint in endpoints
        for item, body in messages
        if endpoint.wants(item.kind)
    ]
    Delivery.objects.bulk_create(rows)
    ring_after_commit(row.id for row in rows)


_LISTENING = """
SELECT * FROM tournaments_endpoint
WHERE state = %s AND (tournament_id IS NULL OR tournament_id = %s)
  AND organisation_id = (SELECT organisation_id FROM tournaments_tournamentrow WHERE id = %s)
ORDER BY created_at, id
"""


def _listening(tournament_id: UUID) -> Iterable[Endpoint]:
    """Active endpoints of the tournament's organisation.

    Locked, so that none is deleted before this commit: its deliveries would point to nothing, and the
    database would refuse the result.
    """
    id_ = column(TournamentRow, "id", tournament_id)
    lock = " FOR NO KEY UPDATE" if connection.features.has_select_for_no_key_update else ""
    return Endpoint.objects.raw(_LISTENING + lock, [EndpointState.ACTIVE.value, id_, id_])


def _news(batch: Sequence[Recorded]) -> list[Message]:
    """Of several changes of the standings by one command the last alone."""
    items = [item for recorded in batch for item in news(recorded, disputed=_disputed(recorded))]
    last = max((item.recorded.position for item in items if item.kind == News.STANDINGS), default=0)
    return [item for item in items if item.kind != News.STANDINGS or item.recorded.position == last]


def _disputed(recorded: Recorded) -> bool:
    if recorded.kind != REPORTED:
        return False
    game = PairingRow.objects.filter(pk=recorded.data["game_id"])
    return game.filter(result_state=ResultState.DISPUTED).exists()


def payload(item: Message, row: TournamentRow, checkpoint: str | None) -> dict[str, Any]:
    """What is sent: where to look, what proves it, and the last signed head. Ids only, never a name."""
    recorded = item.recorded
    return {
        "type": item.kind,
        "timestamp": timestamp(recorded.recorded_at),
        "data": {
            "tournament": row.slug,
            "round": item.round,
            "game": item.game_id,
            "event": recorded.kind,
            "position": recorded.position,
            "digest": recorded.digest,
            "url": _address(item, row),
            "checkpoint": checkpoint,
        },
    }


def _address(item: Message, row: TournamentRow) -> str:
    """Of the standings or the game over REST; only a path where no origin is set."""
    if item.kind == News.STANDINGS or item.game_id is None:
        path = reverse("api:standings", kwargs={"slug": row.slug})
    else:
        path = reverse("api:pair", kwargs={"slug": row.slug, "game_id": item.game_id})
    origins = (origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin)
    return next(origins, "") + path


def delivery(
    endpoint: Endpoint, kind: str, body: dict[str, Any], *, at: datetime, position: int | None = None
) -> Delivery:
    """A message that is due at once; unsaved."""
    return Delivery(
        id=uuid5(endpoint.id, f"{kind}/{position}"),
        endpoint=endpoint,
        kind=kind,
        position=position,
        payload=body,
        next_at=at,
        created_at=at,
    )


def ring_after_commit(ids: Iterable[UUID]) -> None:
    """Robust: a queue that is down costs no result; the sweep finds what it forgot."""
    ids = list(ids)
    if ids:
        transaction.on_commit(lambda: doorbell.ring(ids), robust=True)
