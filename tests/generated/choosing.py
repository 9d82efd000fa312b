"""The settings of a generated tournament: of every system, drawn until a director could choose them. Pure."""

from typing import Any

from games.refusals import Refusal
from rules import RULESETS
from tests.generated.chances import Chances
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import (
    ClaimSettings,
    DrawPlace,
    HandicapSettings,
    PairingSettings,
    ScheduleSettings,
    SeededBy,
    Seeding,
    Settings,
    TeamSettings,
)
from tournaments.competition.standings import CRITERIA
from tournaments.domain.schedule import SYSTEMS_OF_CHOICE, refuse_without_effect
from tournaments.domain.settings import check_settings

NAMES = (*sorted(CRITERIA), "SOS", "SOS-1", "SODOS", "CUSS", "SOSOS")
MAIN = {"mcmahon": "MMS", "cup": "CPS"}
SIZES = (5, 7, 9, 9, 9, 13, 19)
KOMIS = (0, 0.5, 5.5, 6, 6.5, 7, 7.5)
TRIES = 200


def choose(chances: Chances, system: str, rounds: int, boards: int, side: int) -> Settings:
    """``boards``: of a team match, 0 for none; ``side``: players of an entry."""
    for _ in range(TRIES):
        settings = _drawn(chances, system, rounds, boards, side)
        try:
            check_settings(settings)
            refuse_without_effect(settings)
        except Refusal:
            continue
        return settings
    return Settings(
        system=system,
        rounds=rounds,
        criteria=("NBW",),
        teams=TeamSettings(boards=boards),
        players_per_side=side,
    )


def choose_ruleset(chances: Chances) -> str:
    return chances.one(tuple(RULESETS))


def choose_schedule(chances: Chances, system: str) -> ScheduleSettings:
    """Only what has an effect in the system."""
    chosen: dict[str, Any] = {
        name: chances.happens(50)
        for name, systems in SYSTEMS_OF_CHOICE.items()
        if name not in ("seeded_by", "first_match") and system in systems
    }
    if chosen.get("consolation"):
        chosen["first_match"] = chances.happens(50)
    if system in SCHEDULES:
        chosen["seeded_by"] = chances.one(tuple(SeededBy))
    return ScheduleSettings(**chosen)


def _drawn(chances: Chances, system: str, rounds: int, boards: int, side: int) -> Settings:
    floor = chances.number(-30, 0)
    return Settings(
        system=system,
        rounds=rounds,
        floor=floor,
        bar=chances.number(floor, 8),
        zero=chances.one((-30, -30, -20)),
        **{name: chances.one((0, 1, 2)) for name in ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2")},
        round_down=chances.happens(50),
        not_played_counts_half=chances.happens(30),
        categories=tuple(sorted(chances.some(range(-15, 4), 3), reverse=True)),
        criteria=_criteria(chances, system),
        draw_seed=chances.number(0, 10**6),
        komi=chances.one(KOMIS),
        handicap_komi=chances.one((None, None, 0, 0.5)),
        board_size=chances.one(SIZES),
        handicap=HandicapSettings(
            by_score=chances.happens(50),
            ceiling=chances.one((0, 2, 9)),
            correction=chances.number(-1, 2),
            no_handicap_from=chances.one((-30, -10, 0, 8)),
        ),
        pairing=_pairing(chances),
        claims=ClaimSettings(
            minutes=chances.one((0, 30, 600)),
            per_player=chances.number(1, 4),
            appeal_minutes=chances.one((0, 30, 600)),
            two_person=chances.happens(20),
            apply_limits=chances.happens(50),
        ),
        teams=TeamSettings(boards=boards, bye_boards2=chances.one((None, 0, 3))),
        players_per_side=side,
        schedule=choose_schedule(chances, system),
    )


def _criteria(chances: Chances, system: str) -> tuple[str, ...]:
    """Usually the main score first."""
    chosen = chances.some(NAMES, 5) or ["NBW"]
    main = MAIN.get(system, "NBW")
    first = [main] if chances.happens(80) else []
    return tuple(dict.fromkeys([*first, *chosen]))


def _pairing(chances: Chances) -> PairingSettings:
    usual = PairingSettings()
    return PairingSettings(
        rules=chances.one(tuple(RULES)),
        random=chances.one((0, 0, 10**6, 10**9)),
        deterministic=chances.happens(50),
        balance_colours=chances.one((1_000, 1_000_000)),
        avoid_mixing_categories=chances.one((0, 20_000_000_000_000)),
        compensate_draws=chances.happens(60),
        draw_up=chances.one(tuple(DrawPlace)),
        draw_down=chances.one(tuple(DrawPlace)),
        seeding_first=chances.one(tuple(Seeding)),
        seeding_second=chances.one(tuple(Seeding)),
        first_seeding_until=chances.number(0, 3),
        rating_in_first=chances.happens(50),
        rating_in_second=chances.happens(30),
        minimise_handicap=chances.one((0, 0, 10**8)),
        avoid_same_geography=chances.one((0, usual.avoid_same_geography)),
        country_factor=chances.number(0, 3),
        club_factor=chances.number(0, 5),
        nx1_factor=chances.one((0, 0.5, 0.3, 1)),
        at_home_above=chances.one((100, 50, 30)),
        strong_from=chances.one((0, -10, 6)),
        strong_at_bar=chances.happens(50),
        strong_by_wins=chances.happens(50),
        byes_on_request=chances.happens(70),
        tables_unused=tuple(sorted(chances.some(range(1, 6), 2))),
    )
