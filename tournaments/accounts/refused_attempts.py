"""What accounts tried without the right to it, for the officers of the organisation concerned."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from tournaments.tables.accounts import LONGEST_ATTEMPT, RefusedAttempt
from tournaments.tables.people import Membership, Organisation
from tournaments.tables.rows import TournamentRow

KEPT = timedelta(days=30)
NO_SECRETS = {"slug", "number", "game_id", "claim_id", "entry_id", "player_id", "signup_id", "round"}
"""Parts of addresses that open nothing."""
SECOND_FACTOR = "second factor"


def record_refused_request(request: HttpRequest) -> None:
    """Count a request that was answered with 403, if an account made it and it concerns an organisation."""
    organisation_id = _organisation_of(request)
    if request.user.is_authenticated and organisation_id:
        _count(organisation_id, request.user, f"{request.method} {_address(request)}"[:LONGEST_ATTEMPT])


def record_wrong_factor(user: Any) -> None:
    """Count a wrong second factor in each organisation in which the account has an office."""
    ids = Membership.objects.filter(user=user).values_list("organisation", flat=True).distinct()
    for organisation_id in list(ids):
        _count(organisation_id, user, SECOND_FACTOR)


def _count(organisation_id: UUID, user: Any, what: str) -> None:
    """Count an attempt; where the database cannot write, the refusal itself is what matters."""
    at = timezone.now()
    with suppress(DatabaseError), transaction.atomic():
        RefusedAttempt.objects.filter(day__lt=(at - KEPT).date()).delete()
        row, made = RefusedAttempt.objects.get_or_create(
            organisation_id=organisation_id,
            user_id=user.pk,
            what=what,
            day=at.date(),
            defaults={"last_at": at},
        )
        if not made:
            RefusedAttempt.objects.filter(pk=row.pk).update(number=F("number") + 1, last_at=at)


def _address(request: HttpRequest) -> str:
    """Return the path, or its pattern if a part of it may be a secret."""
    match = request.resolver_match
    return f"/{match.route}" if match and not match.kwargs.keys() <= NO_SECRETS else request.path


def _organisation_of(request: HttpRequest) -> UUID | None:
    """Return the organisation that the address concerns, by its tournament, game or claim if need be."""
    match = request.resolver_match
    if match is None:
        return None
    given = match.kwargs
    if "organisations/" in match.route:
        return Organisation.objects.filter(slug=given.get("slug")).values_list("pk", flat=True).first()
    of = _tournament(given)
    rows = TournamentRow.objects.filter(**of) if of else TournamentRow.objects.none()
    return rows.values_list("organisation_id", flat=True).first()


def _tournament(given: dict[str, Any]) -> dict[str, Any]:
    """Return the filter that finds the tournament; empty where the address names none."""
    if "slug" in given:
        return {"slug": given["slug"]}
    names: dict[str, Any] = {"game_id": GameRow, "claim_id": ClaimRow}
    found = [rows.objects.filter(pk=given[name]) for name, rows in names.items() if name in given]
    context = found[0].values_list("context", flat=True).first() if found else ""
    with suppress(ValueError):  # a game of no tournament
        return {"pk": UUID(context or "")}
    return {}
