"""Who reads that somebody was named: everybody, of players of a public tournament, but not the name."""

from collections.abc import Mapping
from typing import Any

from games.receipts.readers import uuid_in
from tournaments.access.actors import actor_of, organisation_subject
from tournaments.access.table import may
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, played_by


def may_read_naming(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """The line, which has commitments: of whom the public knows that they play, and all to officers."""
    shown = EntryRow.objects.filter(played_by([uuid_in(stream)]), tournament__published=True)
    return shown.exists() or may_read_names(user, stream, data)


def may_read_names(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """What opens them, as far as a receipt tells it: who keeps the register, and who reads it."""
    player = Player.objects.select_related("organisation").filter(pk=uuid_in(stream)).first()
    return player is not None and may(
        actor_of(user), "people.read", organisation_subject(player.organisation)
    )
