"""What a crowd is given while a newer body is being made: the one before it, at most about a second old.

A reader who comes alone never gets it. With results coming in all the time everybody would otherwise wait for
one body after the other, each out of date when it is done.
"""

from collections import deque
from threading import Lock
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from games.breaker import breaker_of

OLDEST = 1  # second since it was made: as long as `s-maxage` lets others keep it
REST = 4.0  # times what making took, until it is made anew where many asked meanwhile
LONGEST_REST = 0.5  # seconds
REMEMBERED = 500  # turns that rest


class Wanted(NamedTuple):
    """A body that is asked for: ``line`` is the same for all of an address, ``made_of`` its versions."""

    line: str
    made_of: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"{self.line}:{'-'.join(map(str, self.made_of))}"

    def is_at_least(self, other: "Wanted") -> bool:
        """Whether whoever wants the other may have this one."""
        return all(ours >= theirs for ours, theirs in zip(self.made_of, other.made_of, strict=True))


class Turn:
    """Who makes bodies of one line in this process, one after the other. It goes when nobody has it."""

    def __init__(self) -> None:
        self.lock, self.rests_until, self.is_crowded = Lock(), 0.0, False

    @property
    def is_free(self) -> bool:
        return not self.lock.locked() and self.rests_until <= monotonic()

    def rest(self, took: float) -> None:
        """Where many asked meanwhile, making takes no more than a part of the time."""
        if self.is_crowded:
            self.is_crowded = False
            self.rests_until = monotonic() + min(REST * took, LONGEST_REST)
            _resting.append(self)


_resting: deque[Turn] = deque(maxlen=REMEMBERED)


def publish(wanted: Wanted) -> None:
    """Say that this is the newest, before anybody is given it: nobody sees an older one afterwards."""
    newest = newest_of(wanted.line)
    if newest is None or not newest.is_at_least(wanted):
        cache.set(_name(wanted.line), wanted.made_of, OLDEST)


def newest_of(line: str) -> Wanted | None:
    """What was made last, within a second, by any process; None also where they cannot tell each other."""
    if settings.REDIS_URL and breaker_of(settings.REDIS_URL).away:
        return None
    made_of: tuple[int, ...] | None = cache.get(_name(line))
    return Wanted(line, made_of) if made_of else None


def _name(line: str) -> str:
    return f"{line}:newest"
