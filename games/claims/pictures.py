"""Pictures that come with claims and appeals, stored outside the log, which has their digests."""

from collections.abc import Iterable

from games.claims.claim import Claim
from games.claims.rows import ClaimPicture

CLAIM, APPEAL = "claim", "appeal"


def store_picture(claim_id: str, purpose: str, picture: bytes, digest: str) -> None:
    """Store a picture in the transaction of the command."""
    if picture:
        ClaimPicture.objects.create(claim_id=claim_id, purpose=purpose, sha256=digest, data=picture)


def digests(claim: Claim) -> dict[str, str]:
    """Return the digests in the log by purpose, including those of pictures that are not stored here."""
    found = {CLAIM: claim.statement.picture, APPEAL: claim.appeal.picture if claim.appeal else ""}
    return {purpose: digest for purpose, digest in found.items() if digest}


def picture_of(claim_id: str, purpose: str) -> bytes:
    """Return the JPEG, or empty bytes if it was erased, is stored elsewhere or never existed."""
    kept = ClaimPicture.objects.filter(claim_id=claim_id, purpose=purpose).first()
    return bytes(kept.data) if kept else b""


def stored_purposes(claim_id: str) -> frozenset[str]:
    """Return the purposes for which a picture of the claim is stored."""
    kept = ClaimPicture.objects.filter(claim_id=claim_id).exclude(data=b"")
    return frozenset(kept.values_list("purpose", flat=True))


def erase(claim_ids: Iterable[str], *purposes: str) -> int:
    """Erase pictures of these claims (of all purposes by default), keep the digests, and return how many."""
    kept = ClaimPicture.objects.filter(claim_id__in=list(claim_ids)).exclude(data=b"")
    return (kept.filter(purpose__in=purposes) if purposes else kept).update(data=b"")
