"""Texts that come with claims and appeals, stored outside the log, which has commitments to their digests."""

from collections.abc import Iterable

from games.claims.rows import ClaimEvidence


def erase(claim_ids: Iterable[str]) -> int:
    """Erase the texts of these claims and their appeals, keep the digests, and return how many there were."""
    kept = ClaimEvidence.objects.filter(claim_id__in=list(claim_ids))
    return kept.update(text="", photo="")
