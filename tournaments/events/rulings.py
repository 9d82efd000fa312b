"""Rounds that close, and rulings on claims: the part of a tournament's events that follows a dispute."""

from dataclasses import dataclass

from games.log.resting import OnRecord
from tournaments.competition.history import Result
from tournaments.events.declared import (
    BY_APPEAL,
    CLOSING,
    PAIR_AND_LATER_ROUNDS,
    ROUND,
    RULING,
    News,
    Nothing,
    event,
)


@event("tournament.round-closed.v1", rows=ROUND, news=CLOSING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """Its results are in. ``claims_until``: ISO 8601 UTC."""

    round: int
    claims_until: str


@event(
    "tournament.round-reopened.v1",
    rows=ROUND,
    news=CLOSING,
    undo=Nothing("the round is closed anew, with a deadline for claims of its own"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened:
    round: int
    reason: str


@event("tournament.result-ruled.v1", rows=PAIR_AND_LATER_ROUNDS, news=RULING, undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRuled(OnRecord):
    """What a ruling on a claim says; it stands above the desk's word and the players' reports.

    ``final``: it cannot be appealed. ``appeal_until``: ISO 8601 UTC, or empty.
    """

    round: int
    result: Result
    claim_id: str
    score: str = ""
    final: bool = False
    appeal_until: str = ""
    reason: str = ""


@event("tournament.ruling-appealed.v1", rows=PAIR_AND_LATER_ROUNDS, news=(News.RULING,), undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed:
    """The ruling on the claim still counts, until the appeal is decided."""

    round: int
    game_id: str
    claim_id: str


@event("tournament.ruling-lifted.v1", rows=PAIR_AND_LATER_ROUNDS, news=RULING, undo=BY_APPEAL)
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLifted:
    """The game is to be played again: everything that was said of its result is forgotten."""

    round: int
    game_id: str
    claim_id: str
    reason: str
