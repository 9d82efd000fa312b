"""Tournaments in which an office lets somebody do something, as a query: a house may have thousands."""

from typing import Any

from django.db import connection
from django.db.models import Func, OuterRef, Q, QuerySet, TextField, UUIDField, Value
from django.db.models.functions import Replace

from tournaments.access.table import Actor, Office, Subject, may
from tournaments.tables.rows import TournamentRow

_AS_ID = "CASE WHEN %(expressions)s ~ '^[0-9a-f-]{36}$' THEN (%(expressions)s)::uuid END"


def held_where(actor: Actor, action: str) -> QuerySet[TournamentRow]:
    """Those whose games, published or not, an office lets ``actor`` do ``action`` to."""
    held = {one for one in actor.offices if one.organisation_id and may(actor, action, _subject(one))}
    houses = {one.organisation_id for one in held if not one.tournament_id}
    single = {one.tournament_id for one in held if one.tournament_id}
    return TournamentRow.objects.filter(Q(organisation_id__in=houses) | Q(pk__in=single))


def _subject(office: Office) -> Subject:
    return Subject(organisation_id=office.organisation_id, tournament_id=office.tournament_id)


def of_context() -> Any:
    """The tournament's id out of the ``context`` of an outer row, as the database keeps ids.

    A context is any text: of a game that belongs to no tournament it is none.
    """
    if connection.vendor == "postgresql":
        return Func(OuterRef("context"), template=_AS_ID, output_field=UUIDField())
    return Replace(OuterRef("context"), Value("-"), Value(""), output_field=TextField())
