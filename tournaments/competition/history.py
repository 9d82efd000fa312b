"""What standings and pairings are computed from: who entered, who was there, who met whom, what came of it.

Pure values, folded from a tournament's events or read from an exchange file; nothing here knows where they
came from.

Units: ranks are integers with 1 dan = 0, 1 kyu = -1, 30 kyu = -30, 9 dan = 8; points are doubled integers
(win 2, jigo 1), so that nothing is ever rounded by a float.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.competition.facts import EntryFacts, GameFacts
from tournaments.competition.schedule_settings import ScheduleSettings

LOWEST_RANK, HIGHEST_RANK = -30, 8


class Winner(StrEnum):
    """What came of a pairing; the wire names are stable."""

    NOBODY_YET = "not_played"
    BLACK = "black"
    WHITE = "white"
    JIGO = "jigo"
    BOTH = "both_win"
    NEITHER = "both_lose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A winner, and whether the game was played or awarded by default."""

    winner: Winner = Winner.NOBODY_YET
    by_default: bool = False

    def points2(self, *, for_black: bool) -> int:
        """Doubled points of one side: 2 for a win, 1 for jigo, 0 otherwise."""
        if self.winner is Winner.JIGO:
            return 1
        own = Winner.BLACK if for_black else Winner.WHITE
        return 2 if self.winner in (own, Winner.BOTH) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant(EntryFacts):
    """An entry and what is known of its rounds. ``id`` is opaque.

    ``absent``: rounds that they miss; ``byes_asked``: those whose bye they would like; ``table``: where their
    games are, 0 for anywhere; ``voided``: none of their games counts for places.
    """

    id: str
    absent: frozenset[int] = frozenset()
    byes_asked: frozenset[int] = frozenset()
    table: int = 0
    voided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant(Participant):
    """One entry. ``order`` fixes every last tie (normally the place by name)."""

    order: int = 0

    def present_in(self, round_: int) -> bool:
        return self.final and round_ not in self.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameFacts):
    """One pairing of one round. ``place`` names the match of a bracket that it is, "W2/1"."""

    round: int
    result: Result = field(default_factory=Result)
    place: str = ""


class MeetingKind(StrEnum):
    MUST = "must_meet"
    MUST_NOT = "must_not_meet"


class MeetingOf(StrEnum):
    """Who the members of a group are to each other."""

    FAMILY = "family"
    GUESTS = "guests"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingGroup:
    """Entrants of which any two must, or must not, meet in ``rounds`` (none named: in every round).

    Two who must meet do so once: when they have met, nothing is asked of them any more.
    """

    id: str
    kind: MeetingKind
    of: MeetingOf = MeetingOf.BY_HAND
    members: tuple[str, ...]
    rounds: tuple[int, ...] = ()

    def counts_in(self, round_: int) -> bool:
        return not self.rounds or round_ in self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroup:
    """Clubs whose players meet each other often, such as those of one town or region.

    Two of different clubs in one group are half from apart (``pairing.geography``).
    """

    id: str
    name: str
    clubs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapSettings:
    """OpenGotha's HandicapParameterSet."""

    by_score: bool = True  # differences of MMS - 30 instead of ranks (McMahon only)
    ceiling: int = 9
    correction: int = 1
    no_handicap_from: int = 0  # rank; both players' strengths are capped there


class Seeding(StrEnum):
    SLIP = "split_and_slip"
    FOLD = "split_and_fold"
    RANDOM = "split_and_random"


class DrawPlace(StrEnum):
    """From where in the other group a player is drawn up or down."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingSettings:
    """OpenGotha's PairingParameterSet; every maximum is on the scale of ``pairing.criteria``."""

    rules: str = "opengotha-3.52-2"
    avoid_repeated: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    balance_colours: int = 1_000_000
    avoid_mixing_categories: int = 0
    minimise_score_difference: int = 100_000_000_000
    draw_weight: int = 100_000_000
    compensate_draws: bool = True
    draw_up: DrawPlace = DrawPlace.MIDDLE  # place, in the lower group, of the player who is drawn up
    draw_down: DrawPlace = DrawPlace.MIDDLE  # place, in the upper group, of the player who is drawn down
    maximise_seeding: int = 5_000_000
    seeding_first: Seeding = Seeding.RANDOM
    seeding_second: Seeding = Seeding.FOLD
    first_seeding_until: int = 2  # last round (from 1) under the first system
    rating_in_first: bool = True  # rating breaks ties inside a group under the first system
    rating_in_second: bool = False
    minimise_handicap: int = 0
    avoid_same_geography: int = 100_000_000_000
    country_factor: int = 1
    club_factor: int = 3
    club_group_factor: int = 0  # OpenGotha saves it and computes nothing from it; nor is it used here
    nx1_factor: int | float = 0.5
    at_home_above: int = 100  # a club with more than so many percent of who is there is at home (pairgoth)
    strong_from: int = 0  # rank whose start score gives up the secondary criteria
    strong_at_bar: bool = True
    strong_by_wins: bool = True
    meetings: int = 1_000_000_000_000_000  # of those who must, or must not: worth two repeated games
    byes_on_request: bool = True  # of those with the fewest byes, one who asks for it has the bye
    tables_unused: tuple[int, ...] = ()  # numbers that no table has


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSettings:
    """Claims that a result is wrong: how long after a round closes, how many, how long to appeal a ruling.

    ``per_player``: on a game, withdrawn ones included.
    ``apply_limits``: where other limits change what a record proves, the result changes without a referee.
    """

    minutes: int = 30
    per_player: int = 3
    appeal_minutes: int = 30
    two_person: bool = False  # a second referee confirms each ruling
    apply_limits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSettings:
    """Teams of 2 to 10 boards; 0: players play for themselves. ``criteria`` place the teams.

    ``bye_boards2``: doubled board points of a bye; None: a half point for each board.
    """

    boards: int = 0
    criteria: tuple[str, ...] = ("TEAMP", "BDW", "SOST", "BDWW", "DC")
    bye_boards2: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a director chooses before round 1. Point values are doubled (``bye2`` 2 = one point).

    ``handicap_komi`` None: of the komi only the half that excludes jigo.
    """

    system: str = "mcmahon"  # or another of ``deciding.setting_up.SYSTEMS``
    rounds: int = 5
    floor: int = -20
    bar: int = 3
    zero: int = -30
    nbw_bye2: int = 2
    nbw_absent2: int = 0
    mms_bye2: int = 2
    mms_absent2: int = 1
    round_down: bool = True
    not_played_counts_half: bool = False
    categories: tuple[int, ...] = ()  # lowest rank of each category but the last, from the top
    criteria: tuple[str, ...] = ("MMS", "SOSM", "SOSOSM")
    draw_seed: int = 0  # of the criterion DRAW, the last lots
    komi: int | float = 6.5
    handicap_komi: int | float | None = None
    board_size: int = 19
    handicap: HandicapSettings = field(default_factory=HandicapSettings)
    pairing: PairingSettings = field(default_factory=PairingSettings)
    claims: ClaimSettings = field(default_factory=ClaimSettings)
    teams: TeamSettings = field(default_factory=TeamSettings)
    players_per_side: int = 1  # 2: pair go, or rengo of two; 3: rengo
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)

    def komi_for(self, handicap: int) -> float:
        """What White receives in a game with this many stones, where nobody says otherwise."""
        if handicap == 0:
            return self.komi
        return self.komi % 1 if self.handicap_komi is None else self.handicap_komi


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A tournament as far as it has gone. ``byes``: round -> ids of the entrants who had the bye."""

    settings: Settings
    entrants: Mapping[str, Entrant]
    games: tuple[Game, ...] = ()
    byes: Mapping[int, frozenset[str]] = field(default_factory=dict)
    meetings: tuple[MeetingGroup, ...] = ()
    club_groups: tuple[ClubGroup, ...] = ()

    def games_of(self, round_: int) -> list[Game]:
        return [game for game in self.games if game.round == round_]

    def up_to(self, round_: int) -> "History":
        """The same tournament as it stood after ``round_``."""
        return History(
            settings=self.settings,
            entrants=self.entrants,
            games=tuple(game for game in self.games if game.round <= round_),
            byes={played: who for played, who in self.byes.items() if played <= round_},
            meetings=self.meetings,
            club_groups=self.club_groups,
        )
