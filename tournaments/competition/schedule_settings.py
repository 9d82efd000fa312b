"""What a director chooses of a round robin, a knock-out, a league."""

from dataclasses import dataclass
from enum import StrEnum


class SeededBy(StrEnum):
    """What puts one before another in a bracket or at a Berger table; equals are drawn by lot."""

    RATING = "rating"
    RANK = "rank"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """``dates`` (ISO 8601) of the rounds from the first, in any system; there may be fewer than rounds."""

    seeded_by: SeededBy = SeededBy.RATING
    twice: bool = False  # round robin: everybody meets everybody twice
    third_place: bool = False  # knock-out: those who lose the semi-finals meet
    consolation: bool = False  # knock-out: those who lose round 1 play a knock-out of their own
    first_match: bool = False  # of a consolation: also those who lose round 2 after a bye
    second_final: bool = True  # double elimination: if the final is the first loss of one, it is played again
    handicap: bool = False  # by ranks, as in the settings for handicap; else every game is even
    dates: tuple[str, ...] = ()
