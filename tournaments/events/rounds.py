"""Rounds paired, unpaired and published, and byes."""

from dataclasses import dataclass, field

from tournaments.competition.facts import MatchingFacts
from tournaments.events.declared import (
    OF_PLAYER,
    PAIRING,
    PAIRS,
    ROUND,
    ROUND_AND_LATER,
    SHOWING,
    Nothing,
    event,
)
from tournaments.events.pairs import PairMade

HAND = "hand"
IMPORTED = "import"


@dataclass(frozen=True, kw_only=True)
class RoundFacts(MatchingFacts):
    """Pairs for everyone present who had none. ``group``: of whom, where an event has groups."""

    __slots__ = ()
    round: int
    pairs: tuple[PairMade, ...]
    byes: tuple[str, ...]
    group: str = ""


@event("tournament.round-paired.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(RoundFacts):
    """Of a round of teams ``order`` names teams, and the costs of a match stand with its board 1.

    ``line_ups`` says who sits at the boards of each team. ``reason``: why it was paired while results of
    earlier rounds were missing.

    A round of a schedule has nothing that was weighed: no components, no optimum. Where the optimum was not
    proved, ``PairingProved`` may tell it later.
    """

    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    reason: str = ""


@event("tournament.round-unpaired.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnpaired:
    round: int
    reason: str = ""


@event("tournament.bye-given.v1", rows=ROUND_AND_LATER, news=PAIRING, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven:
    round: int
    entry_id: str
    reason: str = ""


@event("tournament.bye-taken-back.v1", rows=ROUND_AND_LATER, news=PAIRING, games=OF_PLAYER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeTakenBack:
    round: int
    entry_id: str
    reason: str = ""


@event(
    "tournament.round-published.v1",
    rows=ROUND,
    news=SHOWING,
    undo=Nothing("its pairings have been read; the round can be unpublished, for a reason"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    round: int
