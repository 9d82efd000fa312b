"""What kind of tournament a seed stands for. Pure: the same seed and wishes give the same plan."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from tests.generated.chances import Chances
from tests.generated.choosing import choose, choose_ruleset
from tests.generated.field import Invented, invent
from tournaments.competition.schedules import SCHEDULES
from tournaments.competition.settings import MOST_ROUNDS, Settings
from tournaments.domain.settings import SYSTEMS

FIRST_DAY = datetime(2026, 1, 3, 9, 0, tzinfo=UTC)


class Form(StrEnum):
    """Who plays whom: players, teams of several boards, entries of two, several groups in one event."""

    PLAYERS = "players"
    TEAMS = "teams"
    PAIRS = "pairs"
    GROUPS = "groups"


FORMS = tuple(Form)
FOR_TEAMS = ("mcmahon", "swiss", "round_robin", "knock_out", "double_elimination")
USUAL_FORMS = (Form.PLAYERS,) * 7 + (Form.TEAMS, Form.PAIRS, Form.GROUPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is asked for; None is drawn. ``quiet``: nothing but entries, pairings and results happens."""

    players: int | None = None
    rounds: int | None = None
    system: str | None = None
    form: Form | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """``people``: of pairs, those who enter together follow one another; ``teams``: how many, 0 for none.

    ``played``: how many rounds are paired; ``loose_end``: the last of them is left as it is in the midst.
    """

    seed: int
    form: Form
    settings: Settings
    ruleset: str
    people: tuple[Invented, ...]
    teams: int
    played: int
    loose_end: bool
    quiet: bool
    begins: datetime

    @property
    def decisive(self) -> bool:
        """Whether games need a winner for the tournament to go on."""
        return self.settings.system in ("knock_out", "double_elimination")


def planned(seed: int, wish: Wish) -> Plan:
    """The plan of a seed, as far as ``wish`` leaves it open."""
    chances = Chances(f"plan/{seed}")
    form = wish.form or chances.one(USUAL_FORMS)
    system = wish.system or chances.one(FOR_TEAMS if form is Form.TEAMS else SYSTEMS)
    boards = chances.number(2, 4) if form is Form.TEAMS else 0
    groups = chances.number(2, 3) if form is Form.GROUPS else 1
    size = wish.players or _size(chances, system, groups)
    teams = max(2, size // (boards + 1)) if boards else 0
    sides = teams or -(-size // groups)
    settings = choose(chances, system, 1, boards, 2 if form is Form.PAIRS else 1)
    rounds = wish.rounds or _rounds(chances, settings, sides)
    settings = replace(settings, rounds=rounds)
    return Plan(
        seed=seed,
        form=form,
        settings=settings,
        ruleset=choose_ruleset(chances),
        people=_people(chances, form, size, settings, groups, quiet=wish.quiet, teams=teams),
        teams=teams,
        played=rounds if wish.quiet or chances.happens(70) else chances.number(1, rounds),
        loose_end=not wish.quiet and chances.happens(20),
        quiet=wish.quiet,
        begins=FIRST_DAY + timedelta(days=seed % 3_000),
    )


def _size(chances: Chances, system: str, groups: int) -> int:
    most = 9 if system == "round_robin" else 20
    return chances.number(4, most) * groups


def _rounds(chances: Chances, settings: Settings, sides: int) -> int:
    schedule = SCHEDULES.get(settings.system)
    if schedule is None:
        return chances.number(1, 6)
    return max(1, min(MOST_ROUNDS, schedule.rounds_needed(sides, settings.schedule)))


def _people(
    chances: Chances, form: Form, size: int, settings: Settings, groups: int, *, quiet: bool, teams: int
) -> tuple[Invented, ...]:
    come_and_go = not quiet and settings.system not in SCHEDULES and form is not Form.TEAMS
    number = size * 2 if form is Form.PAIRS else max(size, teams * settings.teams.boards)
    return tuple(invent(chances, number, settings.rounds, groups=groups, come_and_go=come_and_go))
