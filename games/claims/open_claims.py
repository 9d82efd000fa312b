"""Checks for undecided claims, whose games must not change."""

from collections.abc import Collection

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.refusals import refuse

UNSETTLED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


def require_no_open_claims(game_ids: Collection[str]) -> None:
    """Refuse with ``claim_open`` if a claim on one of the games is undecided; the refusal names the claim.

    Call it in a transaction that has stored its events: it holds the write lock, so that no claim can be made
    in between.
    """
    waiting = ClaimRow.objects.filter(game_id__in=game_ids, stage__in=UNSETTLED) if game_ids else None
    first = waiting.order_by("made_at", "claim_id").first() if waiting is not None else None
    if first is not None:
        refuse("claim_open", claim=str(first.claim_id), game=str(first.game_id), kind=first.kind)


def require_no_open_sequences(game_id: str) -> None:
    """Refuse with ``claim_open`` if an undecided claim on the game has sequences.

    A longer record would detach the sequences that continue from its end.
    """
    played = ClaimRow.objects.filter(game_id=game_id, stage__in=UNSETTLED, sequences__gt=0).first()
    if played is not None:
        refuse("claim_open", claim=str(played.claim_id), game=game_id, kind=played.kind)
