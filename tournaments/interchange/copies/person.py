"""A person's data outside the log, as JSON: each column by its name."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model

from games.claims.bodies import claim_body
from games.claims.commands import load as load_claim
from games.log.statements import json_value
from tournaments.persons.reach import Reach
from tournaments.tables.invitations import Invitation
from tournaments.tables.people import Membership, Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import ConsentText, Signup

Body = dict[str, Any]
SECRET = frozenset({"digest", "link", "user_id", "made_by_id", "used_by_id", "decided_by_id", "fee_by_id"})
"""Columns for the operation of the service, or about other people."""


def columns(row: Model) -> Body:
    """Return every column except those given."""
    names = [column.attname for column in row._meta.concrete_fields]  # noqa: SLF001 - Django documents it
    return {name: json_value(getattr(row, name)) for name in names if name not in SECRET}


def account(player: Player) -> Body | None:
    """Return the account of the player, with its roles in this organisation."""
    if player.user_id is None:
        return None
    user = get_user_model().objects.get(pk=player.user_id)
    offices = Membership.objects.filter(user=user, organisation=player.organisation_id)
    return {
        "username": user.get_username(),
        "email": user.email,
        "offices": list(offices.values_list("office", flat=True)),
        "notices": _columns(user.notices.order_by("created_at")),
    }


def registrations(player: Player) -> list[Body]:
    """Return the registrations with the consent text of each."""
    found = []
    for row in Signup.objects.filter(player=player).order_by("asked_at"):
        agreed = ConsentText.objects.filter(terms=row.terms_id, version=row.consent_version).first()
        found.append({**columns(row), "agreed_to": agreed.text if agreed else ""})
    return found


def invitations(player: Player) -> list[Body]:
    return _columns(Invitation.objects.filter(player=player).order_by("made_at"))


def entries(reach: Reach) -> list[Body]:
    """Return the current entries in tournaments that exist."""
    rows = EntryRow.objects.filter(pk__in=reach.entries).select_related("tournament")
    return [
        {**columns(row), **_other_columns(row.tournament)}
        for row in rows.order_by("tournament__begins", "number")
    ]


def claims(reach: Reach, hidden: Iterable[str], at: datetime) -> list[Body]:
    """Return the claims on the player's games, with the texts of both sides that both may read."""
    loaded = (load_claim(id_) for id_ in reach.claims)
    return [
        dict(claim_body(claim, version, at))
        for claim, version in loaded
        if claim is not None and claim.game_id not in hidden
    ]


def _other_columns(row: TournamentRow) -> Body:
    return {"tournament": row.slug, "tournament_name": row.name}


def _columns(rows: Iterable[Model]) -> list[Body]:
    return [columns(row) for row in rows]
