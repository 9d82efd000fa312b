"""Settings of a tournament, each declared once.

A declaration gives the type, the default, the meaning (for the API document), the permitted values, the fault
of any other value, and the label and note of its field on pages, if it has one. The names of systems and of
pairing rules are in ``pairing.systems`` and ``pairing.rulesets``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any

from games.marking import marked

LOWEST_RANK, HIGHEST_RANK = -30, 8
MOST_ROUNDS = 40
MOST_CRITERIA = 12
MOST_BOARDS = 10
MOST_CLAIMS = 100
MOST_MINUTES = 7 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The declaration of a setting.

    ``least`` and ``most`` bound a number, ``step`` divides it, ``options`` are all values. Bounds of a tuple
    are those of its items, and ``count`` is the range of their number. ``kind``: "rank", "half points" or
    "date", if the type does not determine it.
    """

    means: str
    least: float | None = None
    most: float | None = None
    step: float | None = None
    options: Sequence[Any] | None = None
    count: range | None = None
    fault: str = ""
    label: str = ""
    note: str = ""
    kind: str = ""

    def allows(self, value: Any) -> bool:
        """Return whether a value of the right type is within the bounds."""
        if value is None:
            return True
        if isinstance(value, tuple):
            return (self.count is None or len(value) in self.count) and all(map(self.allows, value))
        if self.options is not None:
            return value in self.options
        if isinstance(value, str) or (self.least is None and self.most is None):
            return True
        inside = (self.least is None or self.least <= value) and (self.most is None or value <= self.most)
        return inside and (self.step is None or value / self.step == int(value / self.step))


def declare(means: str, *, default: Any, omitted: bool = False, **more: Any) -> Any:
    """Return the dataclass field of a setting. ``omitted``: not stored while it has its default."""
    return field(
        default=default, metadata={"setting": Setting(means=means, **more), "omitted_by_default": omitted}
    )


def group(kind: type, means: str) -> Any:
    """Return the dataclass field of a group of settings."""
    return field(default_factory=kind, metadata={"setting": Setting(means=means)})


def declaration_of(one: "Field[Any]") -> Setting:
    declared: Setting = one.metadata["setting"]
    return declared


def each_setting(settings: Any, prefix: str = "") -> Iterator[tuple[str, Setting, Any]]:
    """Yield place ("handicap.ceiling"), declaration and value of each setting, groups resolved."""
    for one in fields(settings):
        value = getattr(settings, one.name)
        if is_dataclass(value):
            yield from each_setting(value, f"{prefix}{one.name}.")
        else:
            yield f"{prefix}{one.name}", declaration_of(one), value


def faults_of(settings: Any) -> list[tuple[str, str]]:
    """Return place and fault of each setting whose value is outside its bounds."""
    return [(place, one.fault) for place, one, value in each_setting(settings) if not one.allows(value)]


def _rank(means: str, **more: Any) -> Any:
    bounds: dict[str, Any] = {
        "least": LOWEST_RANK,
        "most": HIGHEST_RANK,
        "fault": marked("a rank from 30k to 9d"),
    }
    return declare(means, kind="rank", **bounds, **more)


def _half_points(means: str, **more: Any) -> Any:
    return declare(means, kind="half points", least=0, most=4, fault=marked("0 to 4 half points"), **more)


def _weight(means: str, **more: Any) -> Any:
    return declare(means, least=0, most=10**15, fault=marked("0 to 10**15"), **more)


def _minutes(means: str, **more: Any) -> Any:
    return declare(means, least=0, most=MOST_MINUTES, fault=marked("0 minutes to a week"), **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapSettings:
    """Settings of handicaps: OpenGotha's HandicapParameterSet."""

    by_score: bool = declare(
        "Whether McMahon scores are compared instead of ranks (McMahon alone).",
        default=True,
        label=marked("By McMahon score"),
        note=marked("Otherwise by rank."),
    )
    ceiling: int = declare(
        "Most handicap, in stones.",
        default=9,
        least=0,
        most=9,
        fault=marked("0 to 9 stones"),
        label=marked("Ceiling"),
        note=marked("Maximum number of stones; 0 means no handicap."),
    )
    correction: int = declare(
        "Taken off each handicap, in stones.",
        default=1,
        least=-9,
        most=9,
        fault=marked("-9 to 9 stones"),
        label=marked("Correction"),
        note=marked("Stones subtracted from the difference."),
    )
    no_handicap_from: int = _rank(
        "Rank at which both players' strengths are capped (1 dan is 0, 1 kyu is -1).",
        default=0,
        label=marked("No handicap from"),
        note=marked("Players of this rank and stronger play even games."),
    )
    reverse_komi: int | float = declare(
        "Points, in halves, that Black receives for each stone of difference beyond the ceiling.",
        default=0,
        omitted=True,
        least=0,
        most=10,
        step=0.5,
        fault=marked("0 to 10 points, in halves"),
        label=marked("Reverse komi beyond the ceiling"),
        note=marked("Points for Black for each further stone of difference; 0: none."),
    )


class Seeding(StrEnum):
    SLIP = "split_and_slip"
    FOLD = "split_and_fold"
    RANDOM = "split_and_random"


class DrawPlace(StrEnum):
    """The place in the other group from which a player is drawn up or down."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingSettings:
    """Settings of pairing: OpenGotha's PairingParameterSet, on the scale of ``pairing.criteria``."""

    rules: str = declare(
        "Version of the pairing rules.",
        default="opengotha-3.52-2",
        label=marked("Pairing rules"),
        note=marked("Under Nigiri's own rules, players of unknown country do not count as compatriots."),
    )
    avoid_repeated: int = _weight("Weight of not meeting again.", default=500_000_000_000_000)
    random: int = _weight("Weight of chance.", default=0)
    deterministic: bool = declare("Whether chance is the same each time the same is paired.", default=True)
    balance_colours: int = _weight("Weight of as many games with Black as with White.", default=1_000_000)
    avoid_mixing_categories: int = _weight("Weight of meeting a player of the own category.", default=0)
    minimise_score_difference: int = _weight(
        "Weight of meeting a player with the same score.", default=100_000_000_000
    )
    draw_weight: int = _weight("Weight of who is drawn up or down.", default=100_000_000)
    compensate_draws: bool = declare(
        "Whether who was drawn up is rather drawn down next, and the reverse.", default=True
    )
    draw_up: DrawPlace = declare(
        "Place, in the lower group, of the player who is drawn up.",
        default=DrawPlace.MIDDLE,
        label=marked("Drawn up"),
        note=marked("From this part of the lower group."),
    )
    draw_down: DrawPlace = declare(
        "Place, in the upper group, of the player who is drawn down.",
        default=DrawPlace.MIDDLE,
        label=marked("Drawn down"),
        note=marked("From this part of the upper group."),
    )
    maximise_seeding: int = _weight("Weight of the seeding inside a group.", default=5_000_000)
    seeding_first: Seeding = declare(
        "Seeding in the first rounds.", default=Seeding.RANDOM, label=marked("Seeding in the first rounds")
    )
    seeding_second: Seeding = declare(
        "Seeding in the later rounds.", default=Seeding.FOLD, label=marked("Seeding after that")
    )
    first_seeding_until: int = declare(
        "Last round, from 1, of the first seeding; 0: none.",
        default=2,
        least=0,
        most=MOST_ROUNDS,
        fault=marked("a round"),
        label=marked("Up to round"),
        note=marked("Last round with the first seeding."),
    )
    rating_in_first: bool = declare(
        "Whether ratings break ties inside a group under the first seeding.", default=True
    )
    rating_in_second: bool = declare(
        "Whether ratings break ties inside a group under the second seeding.", default=False
    )
    minimise_handicap: int = _weight("Weight of small handicaps.", default=0)
    avoid_same_geography: int = _weight("Weight of meeting a player from elsewhere.", default=100_000_000_000)
    country_factor: int = _weight(
        "What the same country counts for geography.", default=1, label=marked("Avoid the same country")
    )
    club_factor: int = _weight(
        "What the same club counts for geography.", default=3, label=marked("Avoid the same club")
    )
    club_group_factor: int = _weight("Kept for OpenGotha; nothing is computed from it.", default=0)
    nx1_factor: int | float = _weight(
        "How far the weight of a difference bends from a line (OpenGotha's NX1).", default=0.5
    )
    at_home_above: int = declare(
        "A club with more than this of who is there is at home, in percent.",
        default=100,
        least=0,
        most=100,
        fault=marked("0 to 100 percent"),
        label=marked("Ignore a club larger than"),
        note=marked("Percentage of the players (pairgoth: 40). 100 turns this off."),
    )
    strong_from: int = _rank(
        "Whose score is that of a start at this rank, or more, is strong (1 dan is 0, 1 kyu is -1).",
        default=0,
    )
    strong_at_bar: bool = declare(
        "Whether who began at the bar is strong, so that secondary criteria count less.", default=True
    )
    strong_by_wins: bool = declare("Whether who has won half of all rounds is strong.", default=True)
    meetings: int = _weight("Weight of those who must, or must not, meet.", default=1_000_000_000_000_000)
    byes_on_request: bool = declare(
        "Whether, of those with the fewest byes, one who asks for it has the bye.", default=True
    )
    tables_unused: tuple[int, ...] = declare(
        "Numbers that no table has.", default=(), least=1, most=10_000, fault=marked("1 to 10000")
    )
    open_games_drawn: bool = declare(
        "Whether a game of an earlier round without a result counts as a draw while a round is paired.",
        default=False,
        omitted=True,
        label=marked("Count games without a result as draws"),
        note=marked("While later rounds are paired. Otherwise they do not count."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSettings:
    """Settings of claims: the period after a round closes, the maximum number, the period for appeals."""

    minutes: int = _minutes(
        "How long after a round closes claims may be made, in minutes.",
        default=30,
        label=marked("Claim period, minutes"),
        note=marked("After the round is closed."),
    )
    per_player: int = declare(
        "Claims of one player on one game, withdrawn ones included.",
        default=3,
        least=0,
        most=MOST_CLAIMS,
        fault=marked("0 to %(most_claims)s", most_claims=MOST_CLAIMS),
        label=marked("Claims per player"),
        note=marked("On one game, withdrawn ones included."),
    )
    appeal_minutes: int = _minutes(
        "How long after a ruling it may be appealed, in minutes.",
        default=30,
        label=marked("Appeal period, minutes"),
    )
    two_person: bool = declare(
        "Whether a second referee confirms each ruling.",
        default=False,
        label=marked("Second referee"),
        note=marked("A second referee has to confirm each ruling."),
    )
    apply_limits: bool = declare(
        "Whether results change without a referee where changed limits prove another one.",
        default=False,
        label=marked("Apply changed limits"),
        note=marked("Results then change without a ruling."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSettings:
    """Settings of teams of 2 to 10 boards; 0: players play for themselves. ``criteria`` place the teams."""

    boards: int = declare(
        "Boards of a team; 0: no teams.",
        default=0,
        options=[0, *range(2, MOST_BOARDS + 1)],
        fault=marked("0, or 2 to 10 boards"),
    )
    criteria: tuple[str, ...] = declare(
        f"Criteria of the places of teams: 1 to {MOST_CRITERIA}.",
        default=("TEAMP", "BDW", "SOST", "BDWW", "DC"),
        count=range(1, MOST_CRITERIA + 1),
        fault=marked("1 to 12 criteria"),
    )
    bye_boards2: int | None = declare(
        "Board points of a bye, in half points; null: a half point for each board.",
        default=None,
        least=0,
        most=2 * MOST_BOARDS,
        fault=marked("0 to 20, or null"),
    )


class SeededBy(StrEnum):
    """The order of seeds in a bracket or at a Berger table; equals are drawn by lot."""

    RATING = "rating"
    RANK = "rank"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """Settings of round robins, knock-outs and leagues; dates (ISO 8601) of rounds in any system."""

    seeded_by: SeededBy = declare(
        "What puts one before another in a bracket or at a Berger table.", default=SeededBy.RATING
    )
    twice: bool = declare("Round robin: whether everybody meets everybody twice.", default=False)
    third_place: bool = declare("Knock-out: whether those who lose the semi-finals meet.", default=False)
    consolation: bool = declare(
        "Knock-out: whether those who lose round 1 play a knock-out of their own.", default=False
    )
    first_match: bool = declare(
        "Of a consolation: whether those who lose round 2 after a bye play in it, too.", default=False
    )
    second_final: bool = declare(
        "Double elimination: whether the final is played again after a first loss in it.", default=True
    )
    handicap: bool = declare(
        "Whether games have handicaps, by ranks; else every game is even.", default=False
    )
    dates: tuple[str, ...] = declare(
        "Dates of the rounds from the first; there may be fewer.", default=(), kind="date"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of a tournament. Point values are doubled (``bye2`` 2 = one point)."""

    system: str = declare("System by which rounds are paired.", default="mcmahon")
    rounds: int = declare(
        "Number of rounds.",
        default=5,
        least=1,
        most=MOST_ROUNDS,
        fault=marked("1 to %(most_rounds)s", most_rounds=MOST_ROUNDS),
        label=marked("Rounds"),
    )
    floor: int = _rank(
        "McMahon floor: nobody begins below this rank (1 dan is 0, 1 kyu is -1).",
        default=-20,
        label=marked("Floor"),
        note=marked("Weaker players start as if they had this rank, such as 20k."),
    )
    bar: int = _rank(
        "McMahon bar: nobody begins above this rank (1 dan is 0, 1 kyu is -1).",
        default=3,
        label=marked("Bar"),
        note=marked("Stronger players start as if they had this rank, such as 3d."),
    )
    zero: int = _rank("Rank whose McMahon score at the start is 0 (1 dan is 0, 1 kyu is -1).", default=-30)
    nbw_bye2: int = _half_points(
        "What a bye counts for the number of wins, in half points: 2 is one point.",
        default=2,
        label=marked("Wins for a bye"),
    )
    nbw_absent2: int = _half_points(
        "What a missed round counts for the number of wins, in half points: 2 is one point.",
        default=0,
        label=marked("Wins for an absence"),
    )
    mms_bye2: int = _half_points(
        "What a bye counts for the McMahon score, in half points: 2 is one point.",
        default=2,
        label=marked("McMahon points for a bye"),
    )
    mms_absent2: int = _half_points(
        "What a missed round counts for the McMahon score, in half points: 2 is one point.",
        default=1,
        label=marked("McMahon points for an absence"),
    )
    round_down: bool = declare(
        "Whether half points are left off where places are computed.",
        default=True,
        label=marked("Round scores down"),
        note=marked("A half point left over from byes and absences is dropped."),
    )
    not_played_counts_half: bool = declare(
        "Whether a game without a result counts half a point for either side.",
        default=False,
        label=marked("Unplayed games count half a point"),
        note=marked("In sums of opponents' scores, such as SOS."),
    )
    categories: tuple[int, ...] = declare(
        "Lowest rank of each category but the last, from the top (1 dan is 0, 1 kyu is -1).",
        default=(),
        kind="rank",
        least=LOWEST_RANK,
        most=HIGHEST_RANK,
        fault=marked("ranks from 30k to 9d"),
        label=marked("Categories"),
        note=marked(
            "Lowest rank of each category except the last, strongest first, such as 1d 5k. Leave "
            "empty for a single category."
        ),
    )
    criteria: tuple[str, ...] = declare(
        "Criteria of places, the first before the next; GET /api/v1/tiebreaks/ has all that there are.",
        default=("MMS", "SOSM", "SOSOSM"),
        count=range(1, MOST_CRITERIA + 1),
        fault=marked("1 to %(most_criteria)s criteria", most_criteria=MOST_CRITERIA),
    )
    draw_seed: int = declare(
        "Seed of the criterion DRAW, the last lots.",
        default=0,
        least=0,
        most=2**53 - 1,
        fault=marked("0 to 2**53 - 1"),
    )
    komi: int | float = declare(
        "Komi of even games, in points and halves.",
        default=6.5,
        least=-400,
        most=400,
        step=0.5,
        fault=marked("half points from -400 to 400"),
        label=marked("Komi"),
        note=marked("In half points, such as 6.5."),
    )
    handicap_komi: int | float | None = declare(
        "Komi of handicap games, in points and halves; null: of the komi only the half that excludes jigo.",
        default=None,
        least=-400,
        most=400,
        step=0.5,
        fault=marked("half points from -400 to 400, or null"),
        label=marked("Komi with handicap"),
        note=marked("Leave empty for only the half point that excludes jigo."),
    )
    board_size: int = declare(
        "Lines of the board.",
        default=19,
        least=1,
        most=52,
        fault=marked("1 to 52"),
        label=marked("Board size"),
        note=marked("Lines of the board: 19, 13 or 9."),
    )
    handicap: HandicapSettings = group(HandicapSettings, "How handicaps follow from strengths.")
    pairing: PairingSettings = group(PairingSettings, "What is weighed when a round is paired.")
    claims: ClaimSettings = group(ClaimSettings, "Claims that a result is wrong.")
    teams: TeamSettings = group(TeamSettings, "Teams and what they are placed by.")
    players_per_side: int = declare(
        "1; 2 in pair go; 3 in rengo.",
        default=1,
        options=[1, 2, 3],
        fault=marked("1, 2 in pair go, 3 in rengo"),
    )
    schedule: ScheduleSettings = group(
        ScheduleSettings, "Round robins, knock-outs and leagues; dates of rounds in any system."
    )

    def komi_for(self, handicap: int) -> float:
        """Return what White receives in a game with this many stones, unless the game says otherwise."""
        if handicap == 0:
            return self.komi
        return self.komi % 1 if self.handicap_komi is None else self.handicap_komi
