"""What was written with claims and appeals: beside the log, which has commitments to its digest."""

from collections.abc import Iterable

from games.claims.rows import ClaimEvidence


def erase(claim_ids: Iterable[str]) -> int:
    """Empty the words of these claims and of appeals on them; how many. Digests stay."""
    kept = ClaimEvidence.objects.filter(claim_id__in=list(claim_ids))
    return kept.update(text="", photo="")
