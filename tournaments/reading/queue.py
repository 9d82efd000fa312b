"""The referee's queue: games to decide before the next pairing or the final standings. Pure functions.

The current round comes first, on whose results the next one is paired, then earlier rounds, the latest first;
within a round games are in the order of ``QueueReason``, then by table. The queue does not block pairing: a
director may pair on the current results.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournaments.state.tournament import Pair, ResultState, Round, Tournament


class QueueReason(StrEnum):
    """The reasons why games wait for a referee, the most urgent first; the names are stable."""

    DISPUTED = "disputed"  # the two players' reports differ
    APPEALED = "appealed"
    CLAIMED = "claimed"  # a claim on the game is open
    MISSING = "missing"
    CONTRADICTED = "contradicted"  # the record shows another result


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaim:
    """An undecided claim."""

    claim_id: str
    game_id: str
    kind: str
    state: str
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedGame:
    """A game in the queue.

    ``before_next_round``: the next round is not paired yet and will be paired on this result; in the last
    round, the final standings depend on it.
    """

    round: int
    pair: Pair
    why: QueueReason
    before_next_round: bool
    claims: tuple[OpenClaim, ...] = ()


def referee_queue(
    state: Tournament,
    *,
    contradicted: Collection[str] = (),
    claims: Sequence[OpenClaim] = (),
    today: str = "",
) -> list[QueuedGame]:
    """Return the games that wait for a referee, in the order of the queue.

    ``contradicted``: ids of the games whose record shows another result. ``today`` (ISO 8601): the result of
    a postponed game is missing only after its day.
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
    # The ruling took the record into account.
    return QueueReason.CONTRADICTED if pair.ruled is None and pair.game_id in proved_else else None
