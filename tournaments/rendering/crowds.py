"""What a crowd is shown: for less than a second all of it sees a tournament as it was at one moment.

While results come in all the time, each reader would else wait for a version of their own to be made. Nobody
sees an older version after a newer one: all processes agree on the moment, in Redis (``agreed``), and whoever
is no part of a crowd is shown what they agreed on too.
"""

from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from django.conf import settings

from tournaments.rendering.freshness import Numbers, numbers_of

MOMENT = (
    0.8  # seconds that a crowd is shown the same; caches may keep an answer for one (``rendered.FOR_ALL``)
)
COUNTED = 1.0  # seconds over which requests are counted
FORGOTTEN = 10.0  # seconds after which lower numbers are believed: a database was restored
MOST = 1000  # tournaments counted at a time


class Moment(NamedTuple):
    """``until``: by the monotonic clock; in the past where it is nobody else's."""

    numbers: Numbers
    until: float

    def lasts(self) -> bool:
        return monotonic() < self.until


@dataclass(slots=True)
class Crowd:
    """Of one tournament, in this process.

    ``moment``: that everybody is shown, if it lasts; ``read``: the newest numbers read here, and when.
    """

    since: float
    asked: int = 0
    moment: Moment | None = None
    turn: Any = field(default_factory=Lock)
    read: tuple[Numbers, float] | None = None
    reading: Any = field(default_factory=Lock)

    def shown(self) -> Moment | None:
        moment = self.moment
        return moment if moment and moment.lasts() else None

    def newest(self, numbers: Numbers) -> Numbers:
        """The given ones, or newer ones that a thread beside this one read meanwhile."""
        with self.reading:
            now = monotonic()
            if self.read and self.read[0] > numbers and now - self.read[1] < FORGOTTEN:
                return self.read[0]
            self.read = numbers, now
            return numbers

    def is_one(self) -> bool:
        """Whether so many ask. What has been counted for long enough is counted no more."""
        now = monotonic()
        many: bool = settings.CROWD > 0 and self.asked >= settings.CROWD
        if now - self.since >= COUNTED:
            self.since, self.asked = now, 0
        return many


_crowds: dict[str, Crowd] = {}


def shown_now(slug: str) -> Moment | None:
    """What whoever asks now is shown of the tournament; None where there is no such tournament."""
    crowd = _crowds.get(slug) or Crowd(monotonic())
    crowd.asked += 1
    if moment := crowd.shown():
        return moment
    if not crowd.is_one():
        moment = _agreed(slug, crowd, 0.0)
    else:
        with crowd.turn:  # one of them asks for all
            moment = crowd.shown() or _agreed(slug, crowd, MOMENT)
    if moment and slug not in _crowds:
        _remember(slug, crowd)
    return moment


def count(slug: str) -> None:
    """One more who asked, and was answered by somebody else."""
    if crowd := _crowds.get(slug):
        crowd.asked += 1


def _remember(slug: str, crowd: Crowd) -> None:
    """In place of the tournament that has been counted for longest, where there are too many."""
    _crowds.setdefault(slug, crowd)
    if len(_crowds) > MOST:
        _crowds.pop(next(iter(list(_crowds))), None)


def forget() -> None:
    """What this process holds and has counted."""
    _crowds.clear()


def _agreed(slug: str, crowd: Crowd, seconds: float) -> Moment | None:
    """What holds now in all processes; if nothing does, what is so now holds for so many seconds."""
    begun, numbers = monotonic(), numbers_of(slug)
    if numbers is None:
        return None
    if settings.DATABASE_URL:
        seconds = 0.0  # there are other processes, with which nothing is agreed
    else:
        numbers = crowd.newest(numbers)
    moment = Moment(numbers, begun + seconds)
    if seconds:
        crowd.moment = moment
    return moment
