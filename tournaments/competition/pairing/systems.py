"""The systems that are paired by weights; each has a module with its specific parts."""

from typing import Protocol

from tournaments.competition.history import Entrant
from tournaments.competition.pairing import cup, mcmahon, swiss, swiss_categories
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.standing import Standing
from tournaments.competition.settings import Settings


class System(Protocol):
    """The functions that a module of a pairing system must have."""

    def score_range(self, settings: Settings, round_: int) -> tuple[int, int]: ...
    def bye_weight(self, entrant: Entrant, standing: Standing) -> tuple[int, ...]: ...
    def strength(self, entrant: Entrant, standing: Standing, settings: Settings) -> int: ...
    def is_strong(self, standing: Standing, settings: Settings) -> bool: ...
    def level(self, standing: Standing, settings: Settings, round_: int) -> int: ...
    def levels(self, settings: Settings, round_: int) -> int: ...


SYSTEMS: dict[str, System] = {
    "mcmahon": mcmahon,
    "swiss": swiss,
    "swiss_categories": swiss_categories,
    "cup": cup,
    "league": swiss,  # rounds by date, with those who are present
}


def system_of(settings: Settings, round_: int) -> System:
    """Return the tournament's system if it is one of these and ``round_`` is one of its rounds."""
    if not 1 <= round_ <= settings.rounds:
        raise CannotPair("round_out_of_range", round=round_, rounds=settings.rounds)
    if settings.system not in SYSTEMS:
        raise CannotPair("unknown_system", system=settings.system, known=sorted(SYSTEMS))
    return SYSTEMS[settings.system]
