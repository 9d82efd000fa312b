"""The referee's queue: what keeps the next round from being paired on sound results. Pure.

First the round that is played now, whose results the next pairing waits for, then earlier rounds, the latest
first; within a round by ``Why``, in its order, then by table.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournaments.tournament import Pair, ResultState, Round, Tournament


class Why(StrEnum):
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
class Waiting:
    """A game in the queue. ``blocks``: the next round is not paired yet and would be paired on it."""

    round: int
    pair: Pair
    why: Why
    blocks: bool
    claims: tuple[OpenClaim, ...] = ()


def queue(
    state: Tournament, *, contradicted: Collection[str] = (), claims: Sequence[OpenClaim] = ()
) -> list[Waiting]:
    """``contradicted``: ids of the games whose record proves another result."""
    found = [
        waiting for round_ in state.rounds.values() for waiting in _of(round_, state, contradicted, claims)
    ]
    order = list(Why)
    return sorted(found, key=lambda one: (-one.round, order.index(one.why), one.pair.table, one.pair.game_id))


def _of(
    round_: Round, state: Tournament, contradicted: Collection[str], claims: Sequence[OpenClaim]
) -> Iterator[Waiting]:
    blocks = not state.round(round_.number + 1).pairs
    for pair in round_.pairs.values():
        own = tuple(sorted((c for c in claims if c.game_id == pair.game_id), key=lambda c: c.made_at))
        why = _why(pair, claimed=bool(own), missed=blocks and round_.published, proved_else=contradicted)
        if why is not None:
            yield Waiting(round=round_.number, pair=pair, why=why, blocks=blocks, claims=own)


def _why(pair: Pair, *, claimed: bool, missed: bool, proved_else: Collection[str]) -> Why | None:
    if pair.result_state is ResultState.DISPUTED:
        return Why.DISPUTED
    if pair.result_state is ResultState.APPEALED:
        return Why.APPEALED
    if claimed:
        return Why.CLAIMED
    if pair.result_state is ResultState.MISSING:
        return Why.MISSING if missed else None
    # A ruling has looked at the record already.
    return Why.CONTRADICTED if pair.ruled is None and pair.game_id in proved_else else None
