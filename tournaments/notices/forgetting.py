"""Delete the notices of an account about games of a player who is erased."""

from tournaments.notices.rows import Notice
from tournaments.persons.erasing import erases
from tournaments.persons.reach import Reach


@erases
def forget_notices(reach: Reach) -> None:
    """Of the tournaments that they played in; a mail that waits finds none and is not sent."""
    if reach.user_id is not None:
        own = Notice.objects.filter(user_id=reach.user_id, tournament_id__in=reach.tournament_ids)
        own.delete()
