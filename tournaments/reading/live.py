"""Which version of a tournament its pages show: changes whenever one of them would."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from tournaments.tables.rows import TournamentRow


def version_of(row: TournamentRow) -> str:
    """As ``versions``, of one that is there."""
    return versions([row.pk])[row.pk]


def versions(tournaments: Collection[UUID]) -> dict[UUID, str]:
    """Of each that is there, in one query: its last event, and how many records prove a result.

    Records are in the logs of their games, so that the tournament's own version does not tell of them.
    """
    counted = _counted(TournamentRow.objects.filter(pk__in=tournaments))
    return {pk: f"{version}.{proved}" for pk, version, proved in counted}


def _counted(rows: QuerySet[TournamentRow]) -> QuerySet[TournamentRow, tuple[UUID, int, int]]:
    proved = Count("pairings", filter=~Q(pairings__proved_winner=""))
    return rows.annotate(proved=proved).values_list("pk", F("version"), "proved").order_by()
