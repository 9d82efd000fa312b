"""Permissions to read receipts about names of players and about roles; accounts are numbers in the log.

Everyone may read that a player of a public tournament was named, but not the name.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from games.receipts.readers import uuid_in
from tournaments.access.actors import actor_of, organisation_subject, tournament_subject
from tournaments.access.table import may
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, TournamentRow, with_player


def may_read_naming(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """Return whether the user may read the line of a name, which has commitments instead of the name.

    Readers of one of the player's tournaments may, and so may everyone who may read the name.
    """
    rows = TournamentRow.objects.filter(pk__in=_entries(stream).values("tournament_id"))
    actor = actor_of(user)
    shown = any(may(actor, "tournament.read", tournament_subject(row)) for row in rows)
    return shown or may_open_names(user, stream, data)


def may_open_names(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """Return whether the user may read the texts behind commitments: readers of the register may."""
    id_ = uuid_in(stream)
    player = Player.objects.select_related("organisation").filter(pk=id_).first() if id_ else None
    return player is not None and may(
        actor_of(user), "people.read", organisation_subject(player.organisation)
    )


def _entries(stream: str) -> QuerySet[EntryRow]:
    id_ = uuid_in(stream)
    return EntryRow.objects.filter(with_player([id_] if id_ else []))


def may_read_offices(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """Return whether the user may read about a role: as an owner, or as a reader of its tournament."""
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
    """Return False, because events about roles have no reasons."""
    return False
