"""Who reads that somebody was named: everybody, of players of a public tournament, but not the name."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from games.receipts.readers import uuid_in
from tournaments.access.actors import actor_of, organisation_subject, tournament_subject
from tournaments.access.table import may
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow, played_by


def may_read_naming(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """The line, which has commitments: whoever reads a tournament that they are in; and keepers of names."""
    rows = TournamentRow.objects.filter(pk__in=_entries(stream).values("tournament_id"))
    actor = actor_of(user)
    shown = any(may(actor, "tournament.read", tournament_subject(row)) for row in rows)
    return shown or may_read_names(user, stream, data)


def may_read_names(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """What opens them, as far as a receipt tells it: who keeps the register, and who reads it."""
    id_ = uuid_in(stream)
    player = Player.objects.select_related("organisation").filter(pk=id_).first() if id_ else None
    return player is not None and may(
        actor_of(user), "people.read", organisation_subject(player.organisation)
    )


def _entries(stream: str) -> QuerySet[EntryRow]:
    id_ = uuid_in(stream)
    return EntryRow.objects.filter(played_by([id_] if id_ else []))
