"""Claims that nobody has decided yet: what they are about is not changed under them."""

from collections.abc import Collection

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.refusals import refuse

UNSETTLED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


def need_settled(game_ids: Collection[str]) -> None:
    """Refuses with ``claim_open`` where a claim on one of the games waits for somebody; it is named.

    To be asked in a transaction that has stored its events: claims are made in turn with all that is stored,
    so that none comes in between.
    """
    waiting = ClaimRow.objects.filter(game_id__in=game_ids, stage__in=UNSETTLED) if game_ids else None
    first = waiting.order_by("made_at", "claim_id").first() if waiting is not None else None
    if first is not None:
        refuse("claim_open", claim=str(first.claim_id), game=str(first.game_id), kind=first.kind)


def need_rest(game_id: str) -> None:
    """Refuses with ``claim_open`` where something is played out for a claim that nobody has decided.

    What goes on from the end of the record would go on from there no longer, once somebody added to it.
    """
    played = ClaimRow.objects.filter(game_id=game_id, stage__in=UNSETTLED, sequences__gt=0).first()
    if played is not None:
        refuse("claim_open", claim=str(played.claim_id), game=game_id, kind=played.kind)
