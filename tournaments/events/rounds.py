"""Rounds paired, unpaired and published, and byes."""

from dataclasses import dataclass, field

from games.log.wire import wire
from tournaments.competition.facts import MatchingFacts
from tournaments.events.pairs import PairMade

HAND = "hand"


@dataclass(frozen=True, kw_only=True)
class RoundFacts(MatchingFacts):
    """Pairs for everyone present who had none. ``group``: of whom, where an event has groups."""

    __slots__ = ()
    round: int
    pairs: tuple[PairMade, ...]
    byes: tuple[str, ...]
    group: str = ""


@wire("tournament.round-paired.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(RoundFacts):
    """Of a round of teams ``order`` names teams, and the costs of a match stand with its board 1.

    ``line_ups`` says who sits at the boards of each team.

    A round of a schedule has nothing that was weighed: no components, no optimum. Where the optimum was not
    proved, ``PairingProved`` may tell it later.
    """

    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)


@wire("tournament.round-unpaired.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundUnpaired:
    round: int
    reason: str = ""


@wire("tournament.bye-given.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven:
    round: int
    entry_id: str
    reason: str = ""


@wire("tournament.bye-taken-back.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ByeTakenBack:
    round: int
    entry_id: str
    reason: str = ""


@wire("tournament.round-published.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    round: int
