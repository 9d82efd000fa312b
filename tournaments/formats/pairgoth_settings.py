"""Read scores and pairing of pairgoth's JSON as ``Settings``, with pairgoth's defaults."""

from dataclasses import dataclass

from tournaments.competition.settings import DrawPlace, HandicapSettings, PairingSettings, Seeding, Settings
from tournaments.competition.standings.tiebreaks import UnknownCriterion, find_criterion
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem
from tournaments.formats.eight_bit import Warn
from tournaments.formats.opengotha_settings import MAX_POINTS2, MAX_ROUNDS, MAX_WEIGHT
from tournaments.formats.safe_json import Node, fault

SYSTEMS = {"MAC_MAHON": "mcmahon", "SWISS": "swiss"}
SEEDINGS = {
    "SPLIT_AND_SLIP": Seeding.SLIP,
    "SPLIT_AND_FOLD": Seeding.FOLD,
    "SPLIT_AND_RANDOM": Seeding.RANDOM,
}
PLACES = {"TOP": DrawPlace.TOP, "MIDDLE": DrawPlace.MIDDLE, "BOTTOM": DrawPlace.BOTTOM}
BY_RATING = {"RATING": True, "NONE": False}
CRITERIA = {
    "SOSWM1": "SOSW-1",
    "SOSWM2": "SOSW-2",
    "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2",
}
OVERTIMES = {
    "SUDDEN_DEATH": (Overtime.NONE, "", ""),
    "STANDARD": (Overtime.BYOYOMI, "byoyomi", "periods"),
    "JAPANESE": (Overtime.BYOYOMI, "byoyomi", "periods"),
    "CANADIAN": (Overtime.CANADIAN, "byoyomi", "stones"),
    "FISCHER": (Overtime.FISCHER, "increment", ""),
}
RULES = "opengotha-3.52"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Defaults:
    """pairgoth's defaults that differ between its systems."""

    criteria: tuple[str, ...]
    geography: int
    secondary_rank: int
    handicap_weight: int
    handicap_by_score: bool
    handicap_threshold: int
    handicap_ceiling: int
    first: str
    second: str


DEFAULTS = {
    "mcmahon": _Defaults(
        criteria=("MMS", "SOSM", "SOSOSM"),
        geography=100_000_000_000,
        secondary_rank=0,
        handicap_weight=0,
        handicap_by_score=True,
        handicap_threshold=0,
        handicap_ceiling=9,
        first="SPLIT_AND_RANDOM",
        second="SPLIT_AND_FOLD",
    ),
    "swiss": _Defaults(
        criteria=("NBW", "SOSW", "SOSOSW"),
        geography=0,
        secondary_rank=-30,
        handicap_weight=0,
        handicap_by_score=False,
        handicap_threshold=-30,
        handicap_ceiling=0,
        first="SPLIT_AND_SLIP",
        second="SPLIT_AND_SLIP",
    ),
}


def settings(root: Node, warn: Warn) -> Settings:
    """Return the settings. Raises ``ExchangeError``."""
    pairing = root.member("pairing")
    system = pairing.one_of("type", "", SYSTEMS)
    usual, main = DEFAULTS[system], pairing.member("main", {})
    if not main.truth("sosValueAbsentUseBase", default=True):
        warn("Missed rounds count the start score in SOS here, and not half of the rounds more.")
    return Settings(
        system=system,
        rounds=root.integer("rounds", low=1, high=MAX_ROUNDS),
        floor=pairing.integer("mmFloor", -20, low=-30, high=8),
        bar=pairing.integer("mmBar", 0, low=-30, high=8),
        nbw_bye2=_doubled_points(main, "nbwValueBye", 1),
        nbw_absent2=_doubled_points(main, "nbwValueAbsent", 0),
        mms_bye2=_doubled_points(main, "mmsValueBye", 1),
        mms_absent2=_doubled_points(main, "mmsValueAbsent", 0.5),
        round_down=main.truth("roundDownScore", default=True),
        criteria=_criteria(pairing, system, warn),
        komi=_komi(root),
        board_size=root.integer("gobanSize", 19, low=2, high=52),
        handicap=_handicap(pairing.member("handicap", {}), usual),
        pairing=_pairing(pairing, main, usual),
    )


def time_system(root: Node, warn: Warn) -> TimeSystem:
    """Return the time system; a warning reports seconds of basic time that are dropped."""
    if not root.has("timeSystem"):
        return UNKNOWN_TIME
    time = root.member("timeSystem")
    overtime, seconds, moves = time.one_of("type", "", OVERTIMES)
    minutes, rest = divmod(time.integer("mainTime", low=0, high=600_000), 60)
    if rest:
        warn(f"The basic time of {minutes} minutes and {rest} seconds is read as {minutes} minutes.")
    if time.has("maxTime") and time.number("maxTime", low=-1, high=2**31 - 1) not in (0, -1, 2**31 - 1):
        warn("The greatest time that Fischer's increments may add up to is not kept.")
    return TimeSystem(
        basic=minutes,
        overtime=overtime,
        seconds=time.integer(seconds, low=0, high=36_000) if seconds else 0,
        moves=time.integer(moves, low=0, high=1_000) if moves else 0,
    )


def _doubled_points(main: Node, name: str, default: float) -> int:
    value2 = 2 * main.number(name, default, low=0, high=MAX_POINTS2 / 2)
    if value2 != int(value2):
        raise fault(main.member(name, default), "bad_number", f"no multiple of a half: {value2 / 2}")
    return int(value2)


def _komi(root: Node) -> float:
    komi = root.number("komi", 7.5, low=-400, high=400)
    if 2 * komi % 1:
        raise fault(root.member("komi"), "bad_komi", f"komi is not a multiple of 0.5: {komi}")
    return komi


def _criteria(pairing: Node, system: str, warn: Warn) -> tuple[str, ...]:
    if not pairing.has("placement"):
        return DEFAULTS[system].criteria
    found: dict[str, None] = {}
    for node in pairing.member("placement").items(20):
        name = node.of_kind(str)
        if name == "NONE":
            continue
        try:
            found[find_criterion(CRITERIA.get(name, name), system).name] = None
        except UnknownCriterion:
            warn(f"The placement criterion {name[:40]!r} is not one that is computed here; it is left out.")
    return tuple(found) or DEFAULTS[system].criteria[:1]


def _handicap(node: Node, usual: _Defaults) -> HandicapSettings:
    return HandicapSettings(
        by_score=node.truth("useMMS", default=usual.handicap_by_score),
        ceiling=node.integer("ceiling", usual.handicap_ceiling, low=0, high=9),
        correction=node.integer("correction", 1, low=-9, high=9),
        no_handicap_from=_rank_limit(node, "threshold", usual.handicap_threshold),
    )


def _rank_limit(node: Node, name: str, default: int) -> int:
    """Return a rank; the name is "treshold" in files before 2024."""
    old = name.replace("threshold", "treshold").replace("Threshold", "Treshold")
    return node.integer(old if node.has(old) else name, default, low=-30, high=8)


def _pairing(pairing: Node, main: Node, usual: _Defaults) -> PairingSettings:
    base, secondary, geo = (pairing.member(name, {}) for name in ("base", "secondary", "geo"))
    return PairingSettings(
        rules=RULES,
        avoid_repeated=_weight(base, "dupWeight", 500_000_000_000_000),
        random=_weight(base, "random", 0),
        deterministic=base.truth("deterministic", default=True),
        balance_colours=_weight(base, "colorBalanceWeight", 1_000_000),
        avoid_mixing_categories=_weight(main, "catWeight", 20_000_000_000_000),
        minimise_score_difference=_weight(main, "scoreWeight", 100_000_000_000),
        draw_weight=_weight(main, "upDownWeight", 100_000_000),
        compensate_draws=main.truth("upDownCompensate", default=True),
        draw_up=main.one_of("upDownLowerMode", "MIDDLE", PLACES),
        draw_down=main.one_of("upDownUpperMode", "MIDDLE", PLACES),
        maximise_seeding=_weight(main, "maximizeSeeding", 5_000_000),
        seeding_first=main.one_of("firstSeed", usual.first, SEEDINGS),
        seeding_second=main.one_of("secondSeed", usual.second, SEEDINGS),
        first_seeding_until=main.integer("firstSeedLastRound", 1, low=0, high=MAX_ROUNDS),
        rating_in_first=main.one_of("firstSeedAddCrit", "RATING", BY_RATING),
        rating_in_second=main.one_of("secondSeedAddCrit", "NONE", BY_RATING),
        minimise_handicap=_weight(pairing.member("handicap", {}), "weight", usual.handicap_weight),
        avoid_same_geography=_weight(geo, "weight", usual.geography),
        country_factor=geo.integer("mmsDiffCountry", 1, low=0, high=1000),
        club_factor=geo.integer("mmsDiffClub", 3, low=0, high=1000),
        club_group_factor=geo.integer("mmsDiffClubGroup", 2, low=0, high=1000),
        nx1_factor=base.number("nx1", 0.5, low=0, high=1),
        strong_from=_rank_limit(secondary, "rankThreshold", usual.secondary_rank),
        strong_at_bar=_truth_by_either_spelling(secondary, "barThreshold"),
        strong_by_wins=_truth_by_either_spelling(secondary, "winsThreshold"),
    )


def _truth_by_either_spelling(node: Node, name: str) -> bool:
    old = name.replace("Threshold", "Treshold")
    return node.truth(old if node.has(old) else name, default=True)


def _weight(node: Node, name: str, default: int) -> int:
    return int(node.number(name, default, low=0, high=MAX_WEIGHT))
