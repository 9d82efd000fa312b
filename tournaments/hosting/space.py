"""Records and pictures of games count for the organisation: handed to ``games`` at start-up."""

from contextlib import suppress
from uuid import UUID

from tournaments.people.quotas.limits import count_stored
from tournaments.tables.rows import TournamentRow


def space_of_tournament(context: str, size: int) -> None:
    """Refuses with ``quota_exceeded``."""
    with suppress(ValueError):  # a game that belongs to nothing of ours
        row = TournamentRow.objects.filter(pk=UUID(context)).only("organisation_id").first()
        if row is not None:
            count_stored(row.organisation_id, size)
