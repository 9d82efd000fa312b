"""Who may read what the log says of offices. Accounts are numbers there."""

from collections.abc import Mapping
from typing import Any

from games.receipts.readers import uuid_in
from tournaments.access.actors import actor_of, organisation_subject, tournament_subject
from tournaments.access.table import may
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow


def may_read_offices(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """Whoever may read a tournament may read who held which office in it; owners read everything."""
    id_ = uuid_in(stream)
    organisation = Organisation.objects.filter(pk=id_).first() if id_ else None
    if organisation is None:
        return False
    actor, at_once = actor_of(user), str(data.get("tournament_id", ""))
    if may(actor, "organisation.change", organisation_subject(organisation)):
        return True
    rows = TournamentRow.objects.filter(organisation_id=organisation.pk).defer("settings", "poster")
    concerned = rows.filter(pk=at_once) if at_once else rows
    one_by_one = concerned.order_by("-begins", "slug").iterator(chunk_size=50)
    return any(may(actor, "tournament.read", tournament_subject(row)) for row in one_by_one)


def may_read_reasons(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """Nobody types any."""
    return False
