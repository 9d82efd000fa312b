"""Pictures that come with claims and appeals, kept beside the log, which has their digests."""

from collections.abc import Iterable

from games.claims.claim import Claim
from games.claims.rows import ClaimPicture

CLAIM, APPEAL = "claim", "appeal"


def keep(claim_id: str, purpose: str, picture: bytes, digest: str) -> None:
    """Store a picture. In the command's transaction."""
    if picture:
        ClaimPicture.objects.create(claim_id=claim_id, purpose=purpose, sha256=digest, data=picture)


def digests(claim: Claim) -> dict[str, str]:
    """sha256 by what the picture belongs to, as the log has it, whether the picture is here or not."""
    said = {CLAIM: claim.statement.picture, APPEAL: claim.appeal.picture if claim.appeal else ""}
    return {purpose: digest for purpose, digest in said.items() if digest}


def picture_of(claim_id: str, purpose: str) -> bytes:
    """The JPEG; empty where it was erased, is kept elsewhere, or never was."""
    kept = ClaimPicture.objects.filter(claim_id=claim_id, purpose=purpose).first()
    return bytes(kept.data) if kept else b""


def here(claim_id: str) -> frozenset[str]:
    """With what of a claim there is a picture here."""
    kept = ClaimPicture.objects.filter(claim_id=claim_id).exclude(data=b"")
    return frozenset(kept.values_list("purpose", flat=True))


def erase(claim_ids: Iterable[str], *purposes: str) -> int:
    """Empty pictures of these claims, all without ``purposes``; how many. Their digests stay."""
    kept = ClaimPicture.objects.filter(claim_id__in=list(claim_ids)).exclude(data=b"")
    return (kept.filter(purpose__in=purposes) if purposes else kept).update(data=b"")
