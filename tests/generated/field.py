"""Who plays in a generated tournament. Pure."""

from dataclasses import dataclass, field

from tests.generated.chances import Chances
from tournaments.competition.facts import EntryFacts
from tournaments.competition.settings import HIGHEST_RANK

SYLLABLES = ("ba", "de", "ki", "lo", "mu", "na", "ro", "sa", "ti", "vo", "ya", "ze")
HOMES = (("Rive", "NL"), ("Hill", "DE"), ("Lake", "FR"), ("rive", "NL"), ("", "BE"), ("Port", ""), ("", ""))
GROUPS = ("A", "B", "C")
POINTS_A_RANK, RATING_OF_1D = 100, 2100


@dataclass(frozen=True, slots=True, kw_only=True)
class Invented(EntryFacts):
    """``late``: they enter before this round; ``absent``: rounds that they miss."""

    number: int
    family: str
    given: str
    native: str = ""
    birth_year: int | None = None
    woman: bool | None = None
    late: int = 1
    absent: frozenset[int] = field(default_factory=frozenset)


def invent(chances: Chances, players: int, rounds: int, *, groups: int, come_and_go: bool) -> list[Invented]:
    """Strongest first. ``groups``: how many the field is divided into, 1 for none."""
    top = chances.number(-8, HIGHEST_RANK)
    step = chances.one((0, 1, 2, 4))
    ranks = sorted(max(-30, top - chances.number(0, 1 + step * players // 4)) for _ in range(players))[::-1]
    return [
        _one(
            chances,
            number,
            rank,
            rounds,
            GROUPS[number % groups] if groups > 1 else "",
            come_and_go=come_and_go,
        )
        for number, rank in enumerate(ranks, 1)
    ]


def _one(chances: Chances, number: int, rank: int, rounds: int, group: str, *, come_and_go: bool) -> Invented:
    club, country = chances.one(HOMES)
    return Invented(
        number=number,
        family=_name(chances),
        given=_name(chances),
        native="名" if chances.happens(10) else "",
        birth_year=chances.one((None, 1950, 1990, 2012)),
        woman=chances.one((None, True, False)),
        rank=rank,
        rating=RATING_OF_1D + POINTS_A_RANK * rank + chances.number(-60, 60),
        country=country,
        club=club,
        correction=chances.one((0, 0, 0, 0, 0, 1, -1)),
        final=not (come_and_go and chances.happens(3)),
        group=group,
        late=chances.number(2, rounds) if come_and_go and rounds > 1 and chances.happens(6) else 1,
        absent=_absences(chances, rounds) if come_and_go else frozenset(),
    )


def _absences(chances: Chances, rounds: int) -> frozenset[int]:
    return frozenset(chances.some(range(1, rounds + 1), 2)) if chances.happens(15) else frozenset()


def _name(chances: Chances) -> str:
    """Some have a small letter in front, some are the same as another's: ties of names are to happen."""
    name = "".join(chances.one(SYLLABLES) for _ in range(chances.number(1, 3)))
    return name if chances.happens(10) else name.capitalize()
