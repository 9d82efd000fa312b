"""Claims that the desk makes on many games at once: what other limits made of them, for a referee."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from games.adjudication.kinds import Statement
from games.claims.commands import stream_of
from games.claims.deciding.base import DESK
from games.claims.events import ClaimMade
from games.claims.pictures import CLAIM
from games.claims.rows import ClaimEvidence, ClaimRow
from games.log import unit_of_work
from games.log.store import Change, StoredEvent
from games.log.unit_of_work import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the rules found of a game at a version of its stream, and in words.

    The claim's id is the caller's: it names the same finding once and for all.
    """

    claim_id: str
    game_id: str
    context: str
    game_version: int
    statement: Statement
    text: str


def claim_all(found: Sequence[Found], context: Context) -> list[StoredEvent]:
    """Make the claims that have not been made yet."""
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


def _digest(found: Found) -> str:
    """As of any claim's words: no picture comes with them."""
    return sha256(f"\n{found.text}".encode()).hexdigest()


def _change(found: Found, context: Context) -> Change:
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
