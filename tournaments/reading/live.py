"""Which version of a tournament its pages show: changes whenever one of them would."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from tournaments.tables.rows import TournamentRow
from tournaments.tables.screens import HallNotes


def version_of(row: TournamentRow) -> str:
    """As ``versions``, of one that is there."""
    return versions([row.pk])[row.pk]


def versions(tournaments: Collection[UUID]) -> dict[UUID, str]:
    """Of each that is there, in one query: its last event, how many records prove a result, and the notes.

    Records are in the logs of their games, and what the desk writes on the screens is in none, so that the
    tournament's own version does not tell of them.
    """
    counted = _counted(TournamentRow.objects.filter(pk__in=tournaments))
    return {pk: f"{version}.{proved}.{notes or 0}" for pk, version, proved, notes in counted}


def _counted(rows: QuerySet[TournamentRow]) -> QuerySet[TournamentRow, tuple[UUID, int, int, int | None]]:
    proved = Count("pairings", filter=~Q(pairings__proved_winner=""))
    notes = Subquery(HallNotes.objects.filter(pk=OuterRef("pk")).values("version"))
    found = rows.annotate(proved=proved, notes=notes)
    return found.values_list("pk", F("version"), "proved", "notes").order_by()
