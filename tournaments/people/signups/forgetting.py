"""Registrations that nobody needs any longer: deleted once the tournament is over."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.refusals import refuse
from tournaments.people.signups import places
from tournaments.people.signups.zones import zone_of
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import Signup, State


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSignups:
    """Those that were not confirmed, and the addresses of those that were."""


def is_over(row: TournamentRow, at: datetime, zone: str = "UTC") -> bool:
    """Its last day is past, where it is; or it is archived."""
    last = row.ends or row.begins
    return row.archived or bool(last and at.astimezone(zone_of(zone)).date().isoformat() > last)


def unneeded(row: TournamentRow) -> QuerySet[Signup]:
    return Signup.objects.filter(terms_id=row.pk).exclude(state=State.CONFIRMED)


def forget(row: TournamentRow, at: datetime) -> int:
    """How many went. Raises Refusal ``tournament_not_over``."""
    with transaction.atomic():
        terms = places.locked(row.pk)
        if not is_over(row, at, terms.zone):
            refuse("tournament_not_over")
        gone = unneeded(row)
        count = gone.count()
        gone.delete()
        Signup.objects.filter(terms=terms).exclude(email="").update(email="")
        return count
