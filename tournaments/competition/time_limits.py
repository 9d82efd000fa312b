"""The time limits of a tournament's players. Pure values."""

from dataclasses import dataclass
from enum import StrEnum


class Overtime(StrEnum):
    """The kinds of overtime after the basic time; the names are stable."""

    NONE = "sudden_death"
    BYOYOMI = "byoyomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSystem:
    """A time system: ``basic`` minutes and overtime.

    Overtime has ``seconds`` a move, for ``moves`` moves, or added per move (Fischer).
    """

    basic: int
    overtime: Overtime
    seconds: int = 0
    moves: int = 0


UNKNOWN_TIME = TimeSystem(basic=0, overtime=Overtime.NONE)
