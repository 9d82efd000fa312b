"""Games of a round: made, unmade and edited by hand."""

from dataclasses import dataclass

from games.log.wire import wire
from tournaments.competition.facts import PairFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMade(PairFacts):
    """One game of a round."""

    game_id: str


@wire("tournament.pair-made-by-hand.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PairMadeByHand:
    round: int
    pair: PairMade
    reason: str = ""


@wire("tournament.pair-unmade.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PairUnmade:
    round: int
    game_id: str
    reason: str = ""


@wire("tournament.colours-swapped.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ColoursSwapped:
    round: int
    game_id: str
    reason: str = ""


@wire("tournament.handicap-set.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapSet:
    round: int
    game_id: str
    handicap: int
    komi: int | float
    reason: str = ""


@wire("tournament.table-moved.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableMoved:
    """Whoever sat at ``table`` takes the place that this game leaves."""

    round: int
    game_id: str
    table: int
    reason: str = ""
