"""Tournament classes of the EGF: the weight of a game for ratings by the players' time.

| clause                                                            | function         | source |
|-------------------------------------------------------------------|------------------|--------|
| weight of class A 1, B 0.75, C 0.5, D 0.25                        | TimeClass.weight | S      |
| adjusted time = basic + 45 periods of byoyomi                     | adjusted_minutes | S      |
| adjusted time = basic + the time of 60 moves in Canadian overtime | adjusted_minutes | S      |
| adjusted time = basic + 120 Fischer increments                    | adjusted_minutes | S      |
| adjusted time = basic without overtime                            | adjusted_minutes | S      |
| A: basic 60, adjusted 75 minutes; B: 40, 50; C: 25, 30            | time_class       | S      |
| the same with Fischer increments: A: 45, 75; B: 30, 50; C: 20, 30 | time_class       | S      |
| D: played on the Internet, basic 40, adjusted 50 minutes          | time_class       | S, ?   |
| less time than class C requires: not rated                        | time_class       | S      |
| the Ratings Commission may choose another class, or none          | class_of         |        |

"S" is from the EGF's tournament classes of 1999 (Fischer 2010, Internet 2015), "?" may have changed since.
"""

from enum import StrEnum

from tournaments.competition.time_limits import Overtime, TimeSystem

BYOYOMI_PERIODS, CANADIAN_MOVES, FISCHER_MOVES = 45, 60, 120


class TimeClass(StrEnum):
    A = "A"
    B = "B"
    C = "C"
    D = "D"

    @property
    def weight(self) -> float:
        return {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}[self.value]


# (basic, adjusted) minutes that a class requires at least.
OVER_THE_BOARD = {TimeClass.A: (60, 75), TimeClass.B: (40, 50), TimeClass.C: (25, 30)}
WITH_INCREMENTS = {TimeClass.A: (45, 75), TimeClass.B: (30, 50), TimeClass.C: (20, 30)}
ON_THE_INTERNET = {TimeClass.D: (40, 50)}


def adjusted_minutes(time: TimeSystem) -> float:
    """Return the basic time and the usual overtime of a game, in minutes."""
    return time.basic + _overtime_seconds(time) / 60


def time_class(time: TimeSystem, *, online: bool = False) -> TimeClass | None:
    """Return the best class that the time allows; None if it is too short for any."""
    adjusted = adjusted_minutes(time)
    for found, (basic, least) in _required_minutes(time, online=online).items():
        if time.basic >= basic and adjusted >= least:
            return found
    return None


class ClassSource(StrEnum):
    """The source of a tournament's class."""

    NAMED = "named"  # by the reader, or by its director
    TIME = "time"
    ASSUMED = "assumed"  # the time is not known


def class_of(chosen: str, time: TimeSystem, *, online: bool = False) -> tuple[TimeClass | None, ClassSource]:
    """Return the class of a tournament; None: not rated.

    ``chosen``: "A" to "D", "-" for none, or nothing.
    """
    if chosen:
        return (None if chosen == "-" else TimeClass(chosen)), ClassSource.NAMED
    if not time.basic:
        return TimeClass.A, ClassSource.ASSUMED
    return time_class(time, online=online), ClassSource.TIME


def _required_minutes(time: TimeSystem, *, online: bool) -> dict[TimeClass, tuple[int, int]]:
    if online:
        return ON_THE_INTERNET
    return WITH_INCREMENTS if time.overtime is Overtime.FISCHER else OVER_THE_BOARD


def _overtime_seconds(time: TimeSystem) -> float:
    match time.overtime:
        case Overtime.BYOYOMI:
            return BYOYOMI_PERIODS * time.seconds
        case Overtime.CANADIAN:
            return CANADIAN_MOVES * time.seconds / time.moves if time.moves else 0
        case Overtime.FISCHER:
            return FISCHER_MOVES * time.seconds
        case Overtime.NONE:
            return 0
