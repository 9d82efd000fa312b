"""Projection of claims. Rows are written from the folded state, so that a rebuild cannot differ."""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce

from games.claims.claim import Claim, fold
from games.claims.rows import ClaimRow
from games.log import folding
from games.log.projections import project_streams
from games.log.statements import upsert
from games.log.store import StoredEvent


@project_streams("claim-")
def project_claims(batches: Sequence[Sequence[StoredEvent]]) -> None:
    """Update the rows of claims after ``batches``, each with the events of one stream in order."""
    upsert([row for row in map(_row_after, batches) if row is not None])


def _row_after(batch: Sequence[StoredEvent]) -> ClaimRow | None:
    before: Claim | None = folding.state_before(batch[0], None, fold)
    state = reduce(lambda now, recorded: fold(now, recorded.event), batch, before)
    folding.cache_projected_state(batch[-1], state, fold)
    return None if state is None else row_of(state, batch[-1].version)


def row_of(state: Claim, version: int) -> ClaimRow:
    made_at = datetime.fromisoformat(state.made_at)
    return ClaimRow(
        claim_id=state.claim_id,
        game_id=state.game_id,
        context=state.context,
        kind=state.statement.kind.value,
        by=state.by,
        actor=state.actor,
        made_at=made_at,
        turn=state.statement.turn,
        stage=state.stage(made_at).value,
        decision=state.decision,
        appeal_until=state.appeal_until,
        sequences=len(state.sequences),
        version=version,
    )
