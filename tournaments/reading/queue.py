"""The referee's queue: what is to be decided, the next round's pairing or the final standings in view. Pure.

First the round that is played now, on whose results the next one would be paired, then earlier rounds, the
latest first; within a round by ``Why``, in its order, then by table. Nothing here holds a pairing up: a
director who pairs all the same pairs on the results as they stand.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournaments.state.tournament import Pair, ResultState, Round, Tournament


class QueueReason(StrEnum):
    """Why a game waits for a referee, the most pressing first; the names are stable."""

    DISPUTED = "disputed"  # the two players' reports differ
    APPEALED = "appealed"
    CLAIMED = "claimed"  # a claim on the game is open
    MISSING = "missing"
    CONTRADICTED = "contradicted"  # the record proves something else than the result


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaim:
    """A claim that nobody has decided yet."""

    claim_id: str
    game_id: str
    kind: str
    state: str
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedGame:
    """A game in the queue.

    ``before_next_round``: the next round is not paired yet, and would be paired on this result as it stands;
    of the last round, the final standings would rest on it.
    """

    round: int
    pair: Pair
    why: QueueReason
    before_next_round: bool
    claims: tuple[OpenClaim, ...] = ()


def queue(
    state: Tournament,
    *,
    contradicted: Collection[str] = (),
    claims: Sequence[OpenClaim] = (),
    today: str = "",
) -> list[QueuedGame]:
    """``contradicted``: ids of the games whose record proves another result.

    ``today`` (ISO 8601): nobody waits for a game that is put off before its day is over, then everybody does.
    """
    found = [
        waiting
        for round_ in state.rounds.values()
        for waiting in _waiting_in_round(round_, state, contradicted, claims, today)
    ]
    order = list(QueueReason)
    return sorted(found, key=lambda one: (-one.round, order.index(one.why), one.pair.table, one.pair.game_id))


def _waiting_in_round(
    round_: Round,
    state: Tournament,
    contradicted: Collection[str],
    claims: Sequence[OpenClaim],
    today: str,
) -> Iterator[QueuedGame]:
    before = not state.round(round_.number + 1).pairs
    for pair in round_.pairs.values():
        own = tuple(sorted((c for c in claims if c.game_id == pair.game_id), key=lambda c: c.made_at))
        missed = round_.published and (before or bool(pair.date)) and not pair.is_postponed(today)
        why = _queue_reason(pair, claimed=bool(own), missed=missed, proved_else=contradicted)
        if why is not None:
            yield QueuedGame(round=round_.number, pair=pair, why=why, before_next_round=before, claims=own)


def _queue_reason(
    pair: Pair, *, claimed: bool, missed: bool, proved_else: Collection[str]
) -> QueueReason | None:
    if pair.result_state is ResultState.DISPUTED:
        return QueueReason.DISPUTED
    if pair.result_state is ResultState.APPEALED:
        return QueueReason.APPEALED
    if claimed:
        return QueueReason.CLAIMED
    if pair.result_state is ResultState.MISSING:
        return QueueReason.MISSING if missed else None
    # A ruling has looked at the record already.
    return QueueReason.CONTRADICTED if pair.ruled is None and pair.game_id in proved_else else None
