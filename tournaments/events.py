"""What can happen to a tournament. Events hold ids; who is behind them is in ``tournaments.people``."""

from dataclasses import dataclass, field

from games.wire import wire
from tournaments.history import Result, Settings
from tournaments.limits import Limits
from tournaments.time_limits import NOT_TOLD, TimeSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a poster says. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is not told. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director names it, else it follows from the time.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = NOT_TOLD
    time_class: str = ""
    online: bool = False


@wire("tournament.created.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings


@wire("tournament.details-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged:
    details: Details


@wire("tournament.settings-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """``reason`` is required once a round is paired."""

    settings: Settings
    ruleset: str
    reason: str = ""


@wire("tournament.limits-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged:
    """The changed limits, the others None; ``number`` counts such changes from 1.

    Games are judged again by it one after the other, each in its own stream.
    """

    number: int
    limits: Limits
    reason: str


@wire("tournament.published.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPublished:
    pass


@wire("tournament.unpublished.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUnpublished:
    pass


@wire("tournament.player-entered.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntered:
    entry_id: str
    player_id: str
    number: int
    rank: int
    rating: int
    country: str
    club: str
    correction: int = 0
    absent: tuple[int, ...] = ()
    final: bool = True
    partner_id: str = ""
    group: str = ""


@wire("tournament.entry-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged:
    """All of what an entry says of its player, as it is from now on."""

    entry_id: str
    rank: int
    rating: int
    country: str
    club: str
    correction: int
    final: bool
    reason: str = ""
    group: str = ""


@wire("tournament.entry-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn:
    """The player leaves: absent from every round that is not paired yet."""

    entry_id: str
    reason: str = ""


@wire("tournament.entry-reinstated.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReinstated:
    entry_id: str


@wire("tournament.player-checked-in.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn:
    entry_id: str


@wire("tournament.check-in-undone.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInUndone:
    entry_id: str


@wire("tournament.absence-declared.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceDeclared:
    entry_id: str
    round: int


@wire("tournament.absence-withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceWithdrawn:
    entry_id: str
    round: int


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
    komi: float
    components: dict[str, int] = field(default_factory=dict)
    total: int = 0
    place: str = ""


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
    komi: float
    reason: str = ""


@wire("tournament.table-moved.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TableMoved:
    """Whoever sat at ``table`` takes the place that this game leaves."""

    round: int
    game_id: str
    table: int
    reason: str = ""


@wire("tournament.round-published.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    round: int


@wire("tournament.result-reported.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported:
    """What one of the two players says came of the game."""

    round: int
    game_id: str
    entry_id: str
    result: Result


@wire("tournament.result-recorded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecorded:
    """What the desk says; it stands above the players' reports."""

    round: int
    game_id: str
    result: Result
    reason: str = ""


@wire("tournament.result-cleared.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCleared:
    """``reports_stay``: the desk takes back its own word only, and what the players said counts again."""

    round: int
    game_id: str
    reason: str = ""
    reports_stay: bool = False
