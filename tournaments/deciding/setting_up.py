"""Creating a tournament, its settings, and making it public."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date

from games.log.specification import SPECIFICATION
from games.marking import marked
from games.refusals import refuse
from rules import Ruleset
from tournaments.competition.history import HIGHEST_RANK, LOWEST_RANK, Settings
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.pairing.systems import SYSTEMS as BY_WEIGHTS
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.standings import UnknownCriterion, criterion_named
from tournaments.competition.time_limits import TimeSystem
from tournaments.deciding.base import begun, decide, in_halves, need_reason
from tournaments.deciding.scheduling import refuse_redrawn, refuse_without_effect, schedule_faults
from tournaments.deciding.tiebreaks import need_seen
from tournaments.events.setting_up import (
    Details,
    DetailsChanged,
    SettingsChanged,
    TournamentCreated,
    TournamentPublished,
    TournamentUnpublished,
)
from tournaments.state.tournament import Tournament
from tournaments.teams.standings import unknown_of_teams

MOST_ROUNDS = 40
MOST_CRITERIA = 12
MOST_BOARDS = 10
LONGEST_TITLE = 200
MINUTES = range(7 * 24 * 60 + 1)
MOST_CLAIMS = 100
TABLES = range(1, 10_001)
SYSTEMS = (*BY_WEIGHTS, *SCHEDULES)
COUNTRY = re.compile("[A-Z]{2}")
ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")
LONGEST_ZONE = 64
LANGUAGES = ("", "en", "de", "fr", "es", "ja", "zh-hans", "ko")
TIME_CLASSES = ("", "A", "B", "C", "D", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament:
    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDetails:
    details: Details


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings:
    """``seen``: digest of who would move, where criteria change after round 1 (``deciding.tiebreaks``)."""

    settings: Settings
    ruleset: str
    reason: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publish:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublish:
    pass


@decide.register
def decide_create_tournament(command: CreateTournament, state: Tournament) -> Sequence[object]:
    if state.id:
        refuse("tournament_exists", tournament=state.id)
    check_details(command.details)
    check_settings(command.settings)
    refuse_without_effect(command.settings)
    return [
        TournamentCreated(
            tournament_id=command.tournament_id,
            organisation_id=command.organisation_id,
            slug=command.slug,
            details=command.details,
            ruleset=known_ruleset(command.ruleset),
            settings=command.settings,
            specification=SPECIFICATION,
        )
    ]


@decide.register
def decide_change_details(command: ChangeDetails, state: Tournament) -> Sequence[object]:
    check_details(command.details)
    return [] if command.details == state.details else [DetailsChanged(details=command.details)]


@decide.register
def decide_change_settings(command: ChangeSettings, state: Tournament) -> Sequence[object]:
    check_settings(command.settings)
    ruleset = known_ruleset(command.ruleset)
    if (command.settings, ruleset) == (state.settings, state.ruleset):
        return []
    refuse_redrawn(command.settings, state)
    refuse_without_effect(command.settings, state.settings)
    if begun(state):
        need_reason(command.reason, about="settings")
    _refuse_lost_rounds(command.settings, state)
    _refuse_other_sides(command.settings, state)
    if begun(state):
        need_seen(command.settings, state, command.seen)
    return [SettingsChanged(settings=command.settings, ruleset=ruleset, reason=command.reason)]


@decide.register
def decide_publish(command: Publish, state: Tournament) -> Sequence[object]:
    return [] if state.published else [TournamentPublished()]


@decide.register
def decide_unpublish(command: Unpublish, state: Tournament) -> Sequence[object]:
    return [TournamentUnpublished()] if state.published else []


def known_ruleset(text: str) -> str:
    """The ruleset as it prints itself; refused when it cannot be read."""
    try:
        return str(Ruleset.parse(text))
    except ValueError as fault:
        refuse("unknown_ruleset", ruleset=text, fault=str(fault))


def check_details(details: Details) -> None:
    if not details.name.strip():
        refuse("invalid_settings", field="name", fault=marked("a tournament needs a name"))
    for name in ("name", "place"):
        if len(getattr(details, name)) > LONGEST_TITLE:
            refuse(
                "invalid_settings",
                field=name,
                fault=marked("at most %(longest_title)s characters", longest_title=LONGEST_TITLE),
            )
    for name in ("begins", "ends"):
        _check_date(name, getattr(details, name))
    if details.begins and details.ends and details.ends < details.begins:
        refuse("invalid_settings", field="ends", fault=marked("it would end before it begins"))
    if details.country and not COUNTRY.fullmatch(details.country):
        refuse("invalid_settings", field="country", fault=marked("two capital letters, or nothing"))
    if details.time_class not in TIME_CLASSES:
        refuse("invalid_settings", field="time_class", fault=marked("A to D, - for none, or nothing"))
    if details.language not in LANGUAGES:
        known = ", ".join(LANGUAGES[1:])
        refuse(
            "invalid_settings", field="language", fault=marked("one of %(known)s, or nothing", known=known)
        )
    _check_zone(details.time_zone)
    _check_time(details.time)


def _check_zone(name: str) -> None:
    """Its form alone: which there are, each machine says for itself."""
    if name and (len(name) > LONGEST_ZONE or not ZONE.fullmatch(name)):
        refuse("invalid_settings", field="time_zone", fault=marked("A time zone such as Europe/Helsinki."))


def _check_time(time: TimeSystem) -> None:
    for name, longest in (("basic", 10_000), ("seconds", 36_000), ("moves", 1_000)):
        if not 0 <= getattr(time, name) <= longest:
            refuse(
                "invalid_settings", field=f"time.{name}", fault=marked("0 to %(longest)s", longest=longest)
            )


def _check_date(name: str, text: str) -> None:
    try:
        usual = not text or date.fromisoformat(text).isoformat() == text
    except ValueError:
        usual = False
    if not usual:  # ISO 8601 has other forms, which do not sort
        refuse("invalid_settings", field=name, fault=marked("not a date like 2026-11-21"))


def check_settings(settings: Settings) -> None:
    """Refuse what no tournament could be run with; the refusal names the field."""
    for field, fault in _faults(settings):
        refuse("invalid_settings", field=field, fault=fault)


def _faults(settings: Settings) -> list[tuple[str, str]]:
    ranks = range(LOWEST_RANK, HIGHEST_RANK + 1)
    handicap, pairing, claims = settings.handicap, settings.pairing, settings.claims
    checks = [
        ("system", settings.system in SYSTEMS, marked("one of %(systems)s", systems=", ".join(SYSTEMS))),
        (
            "rounds",
            1 <= settings.rounds <= MOST_ROUNDS,
            marked("1 to %(most_rounds)s", most_rounds=MOST_ROUNDS),
        ),
        ("floor", settings.floor in ranks, marked("a rank from 30k to 9d")),
        ("bar", settings.bar in ranks, marked("a rank from 30k to 9d")),
        ("zero", settings.zero in ranks, marked("a rank from 30k to 9d")),
        ("floor", settings.floor <= settings.bar, marked("not above the bar")),
        ("komi", in_halves(settings.komi), marked("half points from -400 to 400")),
        (
            "handicap_komi",
            in_halves(settings.handicap_komi or 0),
            marked("half points from -400 to 400, or null"),
        ),
        ("board_size", 1 <= settings.board_size <= 52, marked("1 to 52")),
        (
            "criteria",
            1 <= len(settings.criteria) <= MOST_CRITERIA,
            marked("1 to %(most_criteria)s criteria", most_criteria=MOST_CRITERIA),
        ),
        ("criteria", len(set(settings.criteria)) == len(settings.criteria), marked("each criterion once")),
        ("draw_seed", 0 <= settings.draw_seed < 2**53, marked("0 to 2**53 - 1")),
        (
            "categories",
            list(settings.categories) == sorted(set(settings.categories))[::-1],
            marked("descending"),
        ),
        ("categories", all(rank in ranks for rank in settings.categories), marked("ranks from 30k to 9d")),
        ("handicap.ceiling", 0 <= handicap.ceiling <= 9, marked("0 to 9 stones")),
        ("handicap.correction", -9 <= handicap.correction <= 9, marked("-9 to 9 stones")),
        ("handicap.no_handicap_from", handicap.no_handicap_from in ranks, marked("a rank from 30k to 9d")),
        ("pairing.rules", pairing.rules in RULES, marked("one of %(rules)s", rules=", ".join(RULES))),
        ("pairing.strong_from", pairing.strong_from in ranks, marked("a rank from 30k to 9d")),
        ("pairing.at_home_above", 0 <= pairing.at_home_above <= 100, marked("0 to 100 percent")),
        ("pairing.tables_unused", all(n in TABLES for n in pairing.tables_unused), marked("1 to 10000")),
        ("pairing.first_seeding_until", 0 <= pairing.first_seeding_until <= MOST_ROUNDS, marked("a round")),
        ("claims.minutes", claims.minutes in MINUTES, marked("0 minutes to a week")),
        (
            "claims.per_player",
            0 <= claims.per_player <= MOST_CLAIMS,
            marked("0 to %(most_claims)s", most_claims=MOST_CLAIMS),
        ),
        ("claims.appeal_minutes", claims.appeal_minutes in MINUTES, marked("0 minutes to a week")),
    ]
    checks += [
        ("players_per_side", settings.players_per_side in (1, 2, 3), marked("1, 2 in pair go, 3 in rengo")),
        (
            "teams.boards",
            settings.teams.boards in (0, *range(2, MOST_BOARDS + 1)),
            marked("0, or 2 to 10 boards"),
        ),
        ("teams.criteria", 1 <= len(settings.teams.criteria) <= MOST_CRITERIA, marked("1 to 12 criteria")),
        ("teams.criteria", not unknown_of_teams(settings), marked("criteria of teams or of players")),
        (
            "teams.bye_boards2",
            0 <= (settings.teams.bye_boards2 or 0) <= 2 * MOST_BOARDS,
            marked("0 to 20, or null"),
        ),
    ]
    faults = [(field, fault) for field, fine, fault in checks if not fine]
    return faults + _criteria_faults(settings) + _scale_faults(settings) + schedule_faults(settings)


def _criteria_faults(settings: Settings) -> list[tuple[str, str]]:
    faults = []
    for name in settings.criteria:
        try:
            criterion_named(name, settings.system)
        except UnknownCriterion as fault:
            faults.append(("criteria", str(fault)))
    return faults


def _scale_faults(settings: Settings) -> list[tuple[str, str]]:
    """Half points are 0..4 halves; a pairing maximum may not leave 64 bits together with the others."""
    halves = ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2")
    faults: list[tuple[str, str]] = [
        (name, marked("0 to 4 half points")) for name in halves if not 0 <= getattr(settings, name) <= 4
    ]
    for field in fields(settings.pairing):
        value = getattr(settings.pairing, field.name)
        if isinstance(value, int | float) and not 0 <= value <= 10**15 and field.name != "strong_from":
            faults.append((f"pairing.{field.name}", marked("0 to 10**15")))
    return faults


def _refuse_other_sides(settings: Settings, state: Tournament) -> None:
    """What entries and teams are cannot change under those that there are."""
    if state.entries and settings.players_per_side != state.settings.players_per_side:
        refuse("invalid_settings", field="players_per_side", fault=marked("players are entered already"))
    boards = settings.teams.boards
    if boards != state.settings.teams.boards and begun(state):
        refuse("invalid_settings", field="teams.boards", fault=marked("a round is paired already"))
    if state.teams and not boards:
        refuse(
            "invalid_settings",
            field="teams.boards",
            fault=marked("teams are formed already: disband them first"),
        )
    if any(len(team.members) < boards for team in state.teams.values()):
        refuse("invalid_settings", field="teams.boards", fault=marked("a team has fewer members"))


def _refuse_lost_rounds(settings: Settings, state: Tournament) -> None:
    last = max((number for number, round_ in state.rounds.items() if round_.busy), default=0)
    if settings.rounds < last:
        refuse(
            "invalid_settings", field="rounds", fault=marked("round %(last)s has games or byes", last=last)
        )
