"""Read OpenGotha's parameter sets as ``Settings``, with OpenGotha's defaults for missing values."""

from collections.abc import Callable

from games.marking import marked
from tournaments.competition.settings import DrawPlace, HandicapSettings, PairingSettings, Seeding, Settings
from tournaments.competition.standings.tiebreaks import UnknownCriterion, find_criterion
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.formats.fields import decimal, fault, integer, one_of, rank, text, truth
from tournaments.formats.safe_xml import Element

MAX_ROUNDS = 40
SETS = ("GeneralParameterSet", "HandicapParameterSet", "PlacementParameterSet", "PairingParameterSet")
MAX_CATEGORIES = 20
MAX_POINTS2 = 20
MAX_WEIGHT = 10**18  # below 2**63 with room for a sum
THIRTY_KYU = -30
RULES_352 = (3, 52)

OVERTIMES = {
    "SUDDENDEATH": (Overtime.NONE, None, None),
    "STDBYOYOMI": (Overtime.BYOYOMI, ("stdByoYomiTime", 30), None),
    "CANBYOYOMI": (Overtime.CANADIAN, ("canByoYomiTime", 300), ("nbMovesCanTime", 15)),
    "FISCHER": (Overtime.FISCHER, ("fischerTime", 10), None),
}
SEEDINGS = {"SPLITANDSLIP": Seeding.SLIP, "SPLITANDFOLD": Seeding.FOLD, "SPLITANDRANDOM": Seeding.RANDOM}
DRAW_PLACES = {"TOP": DrawPlace.TOP, "MID": DrawPlace.MIDDLE, "BOT": DrawPlace.BOTTOM}
MAIN_SCORES = {"NBW": "swiss", "MMS": "mcmahon", "CPS": "cup"}
"""The system of each main score, by OpenGotha's name."""
Warn = Callable[[str], None]


def settings(root: Element, warn: Warn) -> Settings:
    """Return the settings in ``TournamentParameterSet`` for scores, places and pairings."""
    general = section(root, "GeneralParameterSet")
    _warn_of_defaults(root, warn)
    criteria, system = _placement(root, warn)
    _warn_of_zero(general, warn)
    return Settings(
        system=system,
        rounds=integer(general, "numberOfRounds", 5, low=1, high=MAX_ROUNDS),
        floor=rank(general, "genMMFloor", "20K"),
        bar=rank(general, "genMMBar", "4D"),
        zero=THIRTY_KYU,
        nbw_bye2=_points2(general, "genNBW2ValueBye"),
        nbw_absent2=_points2(general, "genNBW2ValueAbsent"),
        mms_bye2=_points2(general, "genMMS2ValueBye"),
        mms_absent2=_points2(general, "genMMS2ValueAbsent"),
        round_down=truth(general, "genRoundDownNBWMMS", default=True),
        not_played_counts_half=truth(general, "genCountNotPlayedGamesAsHalfPoint", default=False),
        categories=_categories(general),
        criteria=criteria,
        komi=komi_of(general),
        board_size=integer(general, "size", 19, low=2, high=52),
        handicap=_handicap(root),
        pairing=_pairing(root, warn),
    )


def time_system(root: Element) -> TimeSystem:
    general = section(root, "GeneralParameterSet")
    name = one_of(general, "complementaryTimeSystem", "CANBYOYOMI", OVERTIMES)
    overtime, seconds, moves = OVERTIMES[name]
    return TimeSystem(
        basic=integer(general, "basicTime", 60, low=0, high=10_000),
        overtime=overtime,
        seconds=integer(general, *seconds, low=0, high=36_000) if seconds else 0,
        moves=integer(general, *moves, low=0, high=1_000) if moves else 0,
    )


def section(root: Element, name: str) -> Element:
    """Return a parameter set, or an empty one, so that every default applies."""
    found = root.first("TournamentParameterSet", name)
    return found or Element(tag=name, line=root.line, attributes={})


def _warn_of_defaults(root: Element, warn: Warn) -> None:
    missing = [name for name in SETS if root.first("TournamentParameterSet", name) is None]
    if missing:
        names = ", ".join(missing)
        warn(marked("%(names)s is missing: OpenGotha's defaults are used.", names=names))


def _placement(root: Element, warn: Warn) -> tuple[tuple[str, ...], str]:
    """Return the criteria in order, and the system by the first main score; Swiss without one.

    Without the set it is a McMahon, as in a new file of OpenGotha. A Swiss that is placed by category first
    is OpenGotha's SwissCat.
    """
    if root.first("TournamentParameterSet", "PlacementParameterSet") is None:
        return ("MMS", "SOSM", "SOSOSM"), "mcmahon"
    names = [
        (integer(element, "number", 1, low=1, high=20), text(element, "name", "NULL").strip())
        for element in section(root, "PlacementParameterSet").all("PlacementCriteria", "PlacementCriterion")
    ]
    wanted = [name for _, name in sorted(names, key=lambda pair: pair[0]) if name != "NULL"]
    system = MAIN_SCORES[next((name for name in wanted if name in MAIN_SCORES), "NBW")]
    if system == "swiss" and wanted[:1] == ["CAT"]:
        system = "swiss_categories"
    criteria = tuple(known for name in wanted if (known := _criterion(name, system, warn)))
    return criteria or ("NBW",), system


def _criterion(name: str, system: str, warn: Warn) -> str | None:
    try:
        return find_criterion(name, system).name
    except UnknownCriterion:
        warn(
            marked(
                "The placement criterion %(name)s is not one that is computed here; it is left out.",
                name=repr(name[:40]),
            )
        )
        return None


def _warn_of_zero(general: Element, warn: Warn) -> None:
    if rank(general, "genMMZero", "30K") != THIRTY_KYU:
        warn(
            marked("genMMZero is not 30K; like OpenGotha, McMahon scores are counted from 30K all the same.")
        )


def _points2(general: Element, name: str) -> int:
    return integer(general, name, 0, low=0, high=MAX_POINTS2)


def _categories(general: Element) -> tuple[int, ...]:
    """Return the lowest rank of each category but the last; missing limits are 30K."""
    number = integer(general, "numberOfCategories", 1, low=0, high=MAX_CATEGORIES)
    limits = [THIRTY_KYU] * (max(number, 1) - 1)
    for element in general.all("Categories", "Category"):
        place = integer(element, "number", 1, low=1, high=MAX_CATEGORIES)
        if place <= len(limits):
            limits[place - 1] = rank(element, "lowerLimit", "30K")
    if limits != sorted(limits, reverse=True):
        raise fault(general, "bad_categories", "the categories' limits do not go down")
    return tuple(limits)


def komi_of(element: Element) -> float:
    """Return the komi of the tournament or of a game."""
    komi = decimal(element, "komi", 7.5, low=-400, high=400)
    if not (2 * komi).is_integer():
        raise fault(element, "bad_komi", f"komi is not a multiple of 0.5: {komi}")
    return komi


def _handicap(root: Element) -> HandicapSettings:
    element = section(root, "HandicapParameterSet")
    return HandicapSettings(
        by_score=truth(element, "hdBasedOnMMS", default=True),
        ceiling=integer(element, "hdCeiling", 9, low=0, high=9),
        correction=integer(element, "hdCorrection", 1, low=-9, high=9),
        no_handicap_from=rank(element, "hdNoHdRankThreshold", "1D"),
    )


def _pairing(root: Element, warn: Warn) -> PairingSettings:
    element = section(root, "PairingParameterSet")
    return PairingSettings(
        rules=_rules(root),
        avoid_repeated=_weight(element, "paiBaAvoidDuplGame", 500_000_000_000_000),
        random=_weight(element, "paiBaRandom", 0),
        deterministic=truth(element, "paiBaDeterministic", default=True),
        balance_colours=_weight(element, "paiBaBalanceWB", 1000),
        avoid_mixing_categories=_weight(element, "paiMaAvoidMixingCategories", 20_000_000_000_000),
        minimise_score_difference=_weight(element, "paiMaMinimizeScoreDifference", 100_000_000_000),
        draw_weight=_weight(element, "paiMaDUDDWeight", 100_000_000),
        compensate_draws=truth(element, "paiMaCompensateDUDD", default=True),
        draw_up=DRAW_PLACES[one_of(element, "paiMaDUDDLowerMode", "MID", DRAW_PLACES)],
        draw_down=DRAW_PLACES[one_of(element, "paiMaDUDDUpperMode", "MID", DRAW_PLACES)],
        maximise_seeding=_weight(element, "paiMaMaximizeSeeding", 5_000_000),
        seeding_first=SEEDINGS[one_of(element, "paiMaSeedSystem1", "SPLITANDRANDOM", SEEDINGS)],
        seeding_second=SEEDINGS[one_of(element, "paiMaSeedSystem2", "SPLITANDFOLD", SEEDINGS)],
        first_seeding_until=integer(element, "paiMaLastRoundForSeedSystem1", 2, low=0, high=MAX_ROUNDS),
        rating_in_first=_by_rating(element, "paiMaAdditionalPlacementCritSystem1", "Rating", warn),
        rating_in_second=_by_rating(element, "paiMaAdditionalPlacementCritSystem2", "NULL", warn),
        minimise_handicap=_weight(element, "paiSeMinimizeHandicap", 0),
        avoid_same_geography=_weight(element, "paiSeAvoidSameGeo", 100_000_000_000),
        country_factor=integer(element, "paiSePreferMMSDiffRatherThanSameCountry", 1, low=0, high=1000),
        club_factor=integer(element, "paiSePreferMMSDiffRatherThanSameClub", 3, low=0, high=1000),
        club_group_factor=integer(element, "paiSePreferMMSDiffRatherThanSameClubsGroup", 2, low=0, high=1000),
        nx1_factor=decimal(element, "paiStandardNX1Factor", 0.5, low=0, high=1),
        strong_from=rank(element, "paiSeRankThreshold", "4D"),
        strong_at_bar=truth(element, "paiSeBarThresholdActive", default=True),
        strong_by_wins=truth(element, "paiSeNbWinsThresholdActive", default=True),
    )


def _weight(element: Element, name: str, default: int) -> int:
    return integer(element, name, default, low=0, high=MAX_WEIGHT)


def _by_rating(element: Element, name: str, default: str, warn: Warn) -> bool:
    value = text(element, name, default).strip()
    if value.upper() not in ("RATING", "NULL"):
        warn(
            marked(
                "%(name)s %(text)s is not used in pairing here; rating and none are.",
                name=name,
                text=repr(value[:40]),
            )
        )
    return value.upper() == "RATING"


def _rules(root: Element) -> str:
    """Return the rules of the version that saved the file; versions not written in full are before 3.52."""
    major, _, minor = text(root, "fullVersionNumber", "").strip().partition(".")
    version = (int(major), int(minor[:2])) if major.isdecimal() and minor[:2].isdecimal() else (0, 0)
    return "opengotha-3.52-2" if version >= RULES_352 else "opengotha-3.51-2"
