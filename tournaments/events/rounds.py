"""Rounds paired, unpaired and published, and byes."""

from dataclasses import dataclass, field

from games.log.wire import wire
from tournaments.events.pairs import PairMade

HAND = "hand"


@wire("tournament.round-paired.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired:
    """Pairs for everyone present who had none.

    ``method`` is "matching", "import" for a round read from a file, or "hand" where pairs are made again
    that no one matching has made. ``order`` is the order of the entries that broke the last ties,
    ``inputs_digest`` what the matching was given: with rules and seed they let anyone compute the same
    pairing again. Of a round of teams ``order`` names teams, the costs of a match stand with its board 1,
    and ``line_ups`` says who sits at the boards of each team.

    A round of a schedule has its system as ``method``, nothing that was weighed (no components, no optimum),
    and in ``order`` the seeds of round 1, from which all of its rounds follow. ``group``: of whom, where
    an event has groups.

    No pairing of these players has a greater total than ``bound``; ``optimum`` is 0 where that was not proved
    to be reached (``PairingProved`` may tell it later). ``candidates``: from how many pairs the matching was
    chosen, 0 for all there are.
    """

    round: int
    method: str
    rules: str
    seed: int
    order: tuple[str, ...]
    inputs_digest: str
    total: int
    optimum: int
    pairs: tuple[PairMade, ...]
    byes: tuple[str, ...]
    group: str = ""
    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    bound: int = 0
    candidates: int = 0


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
