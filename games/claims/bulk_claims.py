"""Claims that the desk makes on many games at once when changed limits affect them, and withdraws."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db.models import QuerySet

from games.adjudication.kinds import Statement
from games.claims.claim import Stage
from games.claims.commands import stream_of
from games.claims.deciding.base import DESK
from games.claims.events import ClaimMade, ClaimWithdrawn
from games.claims.pictures import CLAIM
from games.claims.rows import ClaimEvidence, ClaimRow
from games.log import unit_of_work
from games.log.store import Change, StoredEvent
from games.log.unit_of_work import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """A claim to be made on a game at a version of its stream.

    The caller derives the id from the finding, so that a claim is made only once.
    """

    claim_id: str
    game_id: str
    context: str
    game_version: int
    statement: Statement
    text: str


def make_claims(found: Sequence[NewClaim], context: Context) -> list[StoredEvent]:
    """Create the claims that do not exist yet."""
    made = ClaimRow.objects.filter(claim_id__in=[one.claim_id for one in found])
    known = {str(claim_id) for claim_id in made.values_list("claim_id", flat=True)}
    new = [one for one in found if one.claim_id not in known]
    if not new:
        return []
    ClaimEvidence.objects.bulk_create(
        [
            ClaimEvidence(claim_id=one.claim_id, purpose=CLAIM, text=one.text, sha256=_digest(one))
            for one in new
        ]
    )
    return unit_of_work.execute_many(lambda: [_change(one, context) for one in new], context)


def open_claims(context: str) -> QuerySet[ClaimRow]:
    """Return the claims of the desk on games of a tournament that nobody has ruled on."""
    return ClaimRow.objects.filter(context=context, by=DESK, stage=Stage.OPEN)


def withdrawals(claims: Sequence[ClaimRow], reason: str) -> list[Change]:
    """Return the changes that withdraw claims."""
    return [
        Change(stream=stream_of(str(one.pk)), expected=one.version, events=[ClaimWithdrawn(reason=reason)])
        for one in claims
    ]


def _digest(found: NewClaim) -> str:
    """Return the digest of the text, computed as for claims of players."""
    return sha256(f"\n{found.text}".encode()).hexdigest()


def _change(found: NewClaim, context: Context) -> Change:
    made = ClaimMade(
        claim_id=found.claim_id,
        game_id=found.game_id,
        context=found.context,
        by=DESK,
        statement=replace(found.statement, evidence=_digest(found)),
        game_version=found.game_version,
        actor=context.actor,
        at=context.at.isoformat(),
    )
    return Change(stream=stream_of(found.claim_id), expected=0, events=[made])
