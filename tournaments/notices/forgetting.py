"""Delete the notices of an account about games of a player who is erased."""

from tournaments.notices.rows import Notice
from tournaments.persons.erasing import register_eraser
from tournaments.persons.reach import Reach


@register_eraser
def delete_notices(reach: Reach) -> None:
    """Delete the notices of their tournaments; a waiting mail finds none and is not sent."""
    if reach.user_id is not None:
        own = Notice.objects.filter(user_id=reach.user_id, tournament_id__in=reach.tournament_ids)
        own.delete()
