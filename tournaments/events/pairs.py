"""Games of a round: made, unmade and edited by hand."""

from dataclasses import dataclass

from tournaments.competition.facts import PairFacts
from tournaments.events.declared import PAIR, PAIRING, PAIRS, SEATING, event


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMade(PairFacts):
    """One game of a round."""

    game_id: str


@event("tournament.pair-made-by-hand.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairMadeByHand:
    round: int
    pair: PairMade
    reason: str = ""


@event("tournament.pair-unmade.v1", rows=PAIRS, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairUnmade:
    round: int
    game_id: str
    reason: str = ""


@event("tournament.colours-swapped.v1", rows=PAIR, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class ColoursSwapped:
    round: int
    game_id: str
    reason: str = ""


@event("tournament.handicap-set.v1", rows=PAIR, news=PAIRING)
@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapSet:
    round: int
    game_id: str
    handicap: int
    komi: int | float
    reason: str = ""


@event("tournament.table-moved.v1", rows=PAIRS, news=SEATING)
@dataclass(frozen=True, slots=True, kw_only=True)
class TableMoved:
    """Whoever sat at ``table`` takes the place that this game leaves."""

    round: int
    game_id: str
    table: int
    reason: str = ""
