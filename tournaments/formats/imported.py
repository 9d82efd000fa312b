"""The data of an exchange file that standings and pairings do not need."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tournaments.competition.facts import TeamFacts
from tournaments.competition.history import Entrant, History
from tournaments.competition.time_limits import TimeSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The person of an entrant; ``grade`` ("9P") and ``rating_origin`` ("EGF : 2700") as in the file."""

    name: str
    first_name: str
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_licence_status: str = ""
    aga_id: str = ""
    aga_expiration: str = ""
    grade: str = ""
    rating_origin: str = ""

    @property
    def full(self) -> str:
        return f"{self.name} {self.first_name}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The details of a tournament.

    ``persons`` by entrant id; ``time_class``: "A" to "D", or "-" for none, if the file names it. ``ruleset``:
    the name of one of ``rules.RULESETS``, or empty if the file names no known one.
    """

    name: str
    short_name: str
    location: str
    director: str
    begins: date | None
    ends: date | None
    time: TimeSystem
    persons: Mapping[str, Person]
    country: str = ""
    time_class: str = ""
    online: bool = False
    ruleset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedTeam(TeamFacts):
    """A team; its members by the ids of entrants.

    ``line_ups``: round -> the players at the boards, at least if they are not the first of the members.
    """

    line_ups: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def line_up(self, number: int, boards: int) -> tuple[str, ...]:
        return self.line_ups.get(number) or self.members[:boards]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A file that was read.

    ``warnings``: everything that was dropped, altered or assumed, in words. ``teams``: in the order in which
    they are formed. ``sides``: of pair go and rengo, by entrant, the players with their own strength;
    ``details.persons`` then names those. ``komi``: (round, White) -> komi, of games that
    have their own.
    """

    history: History
    details: Details
    teams: tuple[ImportedTeam, ...] = ()
    sides: Mapping[str, tuple[Entrant, ...]] = field(default_factory=dict)
    komi: Mapping[tuple[int, str], float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
