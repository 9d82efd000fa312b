"""Invent players; the same seed gives the same ones. Pure."""

import random
from dataclasses import dataclass

from tournaments.competition.facts import PlayerFacts

# fmt: off
FAMILIES = (
    "Alder", "Birch", "Cedar", "Dorn", "Elmer", "Farrow", "Gorse", "Hazel", "Ivers", "Juniper",
    "Kestrel", "Linden", "Maple", "Norring", "Osier", "Pine", "Quill", "Rowan", "Sorrel", "Thorne",
    "Ulmer", "Vetch", "Willow", "Yarrow",
)
# fmt: on
# fmt: off
GIVEN = (
    "Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Gita", "Hugo", "Ines", "Jonas", "Kira", "Leon",
    "Mira", "Nils", "Olga", "Piet", "Rosa", "Sami", "Tilda", "Uwe", "Vera", "Wim", "Yuna", "Zeno",
)
# fmt: on
CLUBS = (("Rive", "NL"), ("Hill", "DE"), ("Lake", "FR"), ("Port", "NL"), ("Mill", "BE"))
RANKS = (4, 3, 3, 2, 2, 1, 0, 0, -1, -1, -2, -2, -3, -4, -4, -5, -6, -7, -8, -9, -10, -12, -14)
POINTS_A_RANK, RATING_OF_1D = 100, 2100


@dataclass(frozen=True, slots=True, kw_only=True)
class InventedPlayer(PlayerFacts):
    family: str
    given: str


def invent(seed: int) -> list[InventedPlayer]:
    """Return 23 players from 5 dan to 14 kyu, strongest first, without namesakes."""
    chance = random.Random(seed)
    families, given = chance.sample(FAMILIES, len(RANKS)), chance.sample(GIVEN, len(RANKS))
    return [
        _one(chance, family, name, rank) for family, name, rank in zip(families, given, RANKS, strict=True)
    ]


def _one(chance: random.Random, family: str, given: str, rank: int) -> InventedPlayer:
    club, country = chance.choice(CLUBS)
    rating = RATING_OF_1D + POINTS_A_RANK * rank + chance.randint(-40, 40)
    return InventedPlayer(family=family, given=given, rank=rank, rating=rating, country=country, club=club)
