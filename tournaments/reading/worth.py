"""Games that are worth a look: those with moves, a record or a claim. All others have a result alone."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from games.claims.rows import ClaimRow
from games.game.rows import GameRow


def worth_a_look(tournament_id: UUID) -> Collection[str]:
    """Their ids. Whether the round that they are of may be shown is asked elsewhere."""
    played = GameRow.objects.filter(context=str(tournament_id)).filter(Q(has_record=True) | Q(turns__gt=0))
    claimed = ClaimRow.objects.filter(context=str(tournament_id))
    ids = (*played.values_list("game_id", flat=True), *claimed.values_list("game_id", flat=True))
    return frozenset(map(str, ids))
