"""Games of a round: made, unmade and edited by hand."""

from dataclasses import dataclass, field

from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMade:
    """One game of a round. ``components``: the pairing criteria's values, empty for a pair made by hand.

    ``place`` names the match of a bracket that it is, "W2/1".
    """

    game_id: str
    table: int
    white: str
    black: str
    handicap: int
    komi: int | float
    components: dict[str, int] = field(default_factory=dict)
    total: int = 0
    place: str = ""


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
