"""Write ``Settings`` as OpenGotha's parameter sets, with OpenGotha's defaults where they have no effect."""

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import quoteattr

from games.marking import marked
from tournaments.competition.ranks import format_rank
from tournaments.competition.settings import HandicapSettings, PairingSettings, Settings
from tournaments.competition.standings import criteria_of, main_of, tiebreaks
from tournaments.formats.eight_bit import Warn, encodable
from tournaments.formats.opengotha_settings import DRAW_PLACES, MAIN_SCORES, OVERTIMES, SEEDINGS, THIRTY_KYU
from tournaments.formats.outgoing import Outgoing

MOST_CRITERIA = 6
CRITERIA = {"CATEGORY": "CAT", "RANK": "Rank", "RATING": "Rating", "DCL": "DC"}
OURS = {name for name, one in tiebreaks.CRITERIA.items() if one.equals == tiebreaks.ALONE} - CRITERIA.keys()
"""The criteria that OpenGotha does not have."""
SYSTEMS = {overtime: name for name, (overtime, _, _) in OVERTIMES.items()}
SEEDED = {seeding: name for name, seeding in SEEDINGS.items()}
DRAWN = {place: name for name, place in DRAW_PLACES.items()}
USUAL_TIMES = {"stdByoYomiTime": 30, "nbMovesCanTime": 15, "canByoYomiTime": 300, "fischerTime": 10}
SHOWN = {
    "playerSortType": "name",
    "gameFormat": "full",
    "showPlayerGrade": "true",
    "showPlayerCountry": "false",
    "showPlayerClub": "true",
    "showByePlayer": "true",
    "showNotPairedPlayers": "true",
    "showNotParticipatingPlayers": "false",
    "showNotFinallyRegisteredPlayers": "true",
    "displayNPPlayers": "false",
    "displayNumCol": "true",
    "displayPlCol": "true",
    "displayCoCol": "true",
    "displayClCol": "true",
    "displayIndGamesInMatches": "true",
}
PUBLISHED = {"print": "true", "exportToLocalFile": "true", "htmlAutoScroll": "false"}


def tag(name: str, attributes: Mapping[str, str], *, close: bool = True) -> str:
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{written}{' /' if close else ''}>"


def parameter_sets(tournament: Outgoing, warn: Warn) -> Iterator[str]:
    """Return lines of the element ``TournamentParameterSet``."""
    settings = tournament.history.settings
    yield "<TournamentParameterSet>"
    yield from _general(tournament, warn)
    yield tag("HandicapParameterSet", _handicap(settings.handicap))
    yield "<PlacementParameterSet>"
    yield "<PlacementCriteria>"
    for number, name in enumerate(_criteria(settings, warn), start=1):
        yield tag("PlacementCriterion", {"number": str(number), "name": name})
    yield "</PlacementCriteria>"
    yield "</PlacementParameterSet>"
    yield tag("PairingParameterSet", _pairing(settings.pairing, settings.system))
    yield tag("DPParameterSet", SHOWN)
    yield tag("PublishParameterSet", PUBLISHED)
    yield "</TournamentParameterSet>"


def _general(tournament: Outgoing, warn: Warn) -> Iterator[str]:
    settings = tournament.history.settings
    yield tag("GeneralParameterSet", {**_event(tournament, warn), **_points(settings)}, close=False)
    if settings.categories:
        yield "<Categories>"
        for number, lowest in enumerate(settings.categories, start=1):
            yield tag("Category", {"number": str(number), "lowerLimit": rank(lowest)})
        yield "</Categories>"
    yield "</GeneralParameterSet>"


def _event(tournament: Outgoing, warn: Warn) -> dict[str, str]:
    if tournament.begins is None:
        warn(marked("The tournament has no first day, which OpenGotha needs: write it into beginDate."))
    begins = tournament.begins.isoformat() if tournament.begins else ""
    return {
        "shortName": tournament.short_title,
        "name": encodable(tournament.name, marked("Tournament"), warn, encoding="utf-8"),
        "location": encodable(tournament.place, marked("Venue"), warn, encoding="utf-8"),
        "director": "",
        "beginDate": begins,
        "endDate": tournament.ends.isoformat() if tournament.ends else begins,
        "size": str(tournament.history.settings.board_size),
        "komi": f"{tournament.history.settings.komi:g}",
        "bInternet": truth(tournament.online),
        **_time(tournament, warn),
    }


def _time(tournament: Outgoing, warn: Warn) -> dict[str, str]:
    time = tournament.time
    if not time.basic:
        warn(marked("The time limits are unknown: basicTime is 0."))
    name = SYSTEMS[time.overtime]
    _, seconds, moves = OVERTIMES[name]
    own = {part[0]: value for part, value in ((seconds, time.seconds), (moves, time.moves)) if part}
    usual = {part: str(value) for part, value in {**USUAL_TIMES, **own}.items()}
    return {"basicTime": str(time.basic), "complementaryTimeSystem": name, **usual}


def _points(settings: Settings) -> dict[str, str]:
    return {
        "numberOfRounds": str(settings.rounds),
        "numberOfCategories": str(len(settings.categories) + 1),
        "genMMFloor": rank(settings.floor),
        "genMMBar": rank(settings.bar),
        "genMMZero": rank(THIRTY_KYU),
        "genNBW2ValueAbsent": str(settings.nbw_absent2),
        "genNBW2ValueBye": str(settings.nbw_bye2),
        "genMMS2ValueAbsent": str(settings.mms_absent2),
        "genMMS2ValueBye": str(settings.mms_bye2),
        "genRoundDownNBWMMS": truth(settings.round_down),
        "genCountNotPlayedGamesAsHalfPoint": truth(settings.not_played_counts_half),
    }


def _criteria(settings: Settings, warn: Warn) -> list[str]:
    """Return names as OpenGotha spells them, padded with NULL."""
    if settings.zero != THIRTY_KYU:
        warn(marked("McMahon scores are counted from 30K in OpenGotha, not from another zero."))
    chosen = [criterion.name for criterion in criteria_of(settings)]
    if left := [name for name in chosen if name in OURS]:
        said = marked("OpenGotha does not know the criterion %(names)s; left out, though it decides.")
        warn(marked(said, names=", ".join(left)))
    names = [CRITERIA.get(name, name) for name in chosen if name not in OURS]
    if len(names) > MOST_CRITERIA:
        said = marked("OpenGotha knows %(most)s criteria; left out: %(names)s.")
        warn(marked(said, most=MOST_CRITERIA, names=", ".join(names[MOST_CRITERIA:])))
    names = names[:MOST_CRITERIA]
    if "DCL" in chosen:
        warn(marked("DCL is written as DC, in which OpenGotha also takes in the criteria that follow."))
    main = main_of(settings).name
    if next((name for name in names if name in MAIN_SCORES), "NBW") != main:
        said = marked(
            "OpenGotha tells the system by the first main score among the criteria, which is not %(main)s."
        )
        warn(marked(said, main=main))
    return names + ["NULL"] * (MOST_CRITERIA - len(names))


def _handicap(handicap: HandicapSettings) -> dict[str, str]:
    return {
        "hdBasedOnMMS": truth(handicap.by_score),
        "hdNoHdRankThreshold": rank(handicap.no_handicap_from),
        "hdCorrection": str(handicap.correction),
        "hdCeiling": str(handicap.ceiling),
    }


def _pairing(pairing: PairingSettings, system: str) -> dict[str, str]:
    secondary = 100_000_000_000 if system == "mcmahon" else 20_000_000_000_000
    return {
        "paiStandardNX1Factor": f"{pairing.nx1_factor:.9f}".rstrip("0").rstrip("."),
        "paiBaAvoidDuplGame": str(pairing.avoid_repeated),
        "paiBaRandom": str(pairing.random),
        "paiBaDeterministic": truth(pairing.deterministic),
        "paiBaBalanceWB": str(pairing.balance_colours),
        "paiMaAvoidMixingCategories": str(pairing.avoid_mixing_categories),
        "paiMaMinimizeScoreDifference": str(pairing.minimise_score_difference),
        "paiMaDUDDWeight": str(pairing.draw_weight),
        "paiMaCompensateDUDD": truth(pairing.compensate_draws),
        "paiMaDUDDUpperMode": DRAWN[pairing.draw_down],
        "paiMaDUDDLowerMode": DRAWN[pairing.draw_up],
        "paiMaMaximizeSeeding": str(pairing.maximise_seeding),
        "paiMaLastRoundForSeedSystem1": str(pairing.first_seeding_until),
        "paiMaSeedSystem1": SEEDED[pairing.seeding_first],
        "paiMaSeedSystem2": SEEDED[pairing.seeding_second],
        "paiMaAdditionalPlacementCritSystem1": "Rating" if pairing.rating_in_first else "NULL",
        "paiMaAdditionalPlacementCritSystem2": "Rating" if pairing.rating_in_second else "NULL",
        "paiSeRankThreshold": rank(pairing.strong_from),
        "paiSeNbWinsThresholdActive": truth(pairing.strong_by_wins),
        "paiSeBarThresholdActive": truth(pairing.strong_at_bar),
        "paiSeDefSecCrit": str(secondary),
        "paiSeMinimizeHandicap": str(pairing.minimise_handicap),
        "paiSeAvoidSameGeo": str(pairing.avoid_same_geography),
        "paiSePreferMMSDiffRatherThanSameCountry": str(pairing.country_factor),
        "paiSePreferMMSDiffRatherThanSameClubsGroup": str(pairing.club_group_factor),
        "paiSePreferMMSDiffRatherThanSameClub": str(pairing.club_factor),
    }


def rank(value: int) -> str:
    return format_rank(value).upper()


def truth(value: bool) -> str:  # noqa: FBT001 - the value itself is what is written
    return str(value).lower()
