"""Where what was made is kept: in the process, and in Redis where there is one, for all processes together.

Whoever asks for what is not there makes it; who asks meanwhile waits for it, in this process and in others.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic, sleep
from weakref import WeakValueDictionary

from django.conf import settings
from django.core.cache import cache

from tournaments.rendering.rendered import Rendered, unpacked
from tournaments.rendering.wanted import Wanted

SECONDS = 60  # that a body is kept; some say what the clock says
BUSY = 15  # seconds after which whoever began to make one in another process is thought dead
PATIENCE = float(BUSY)  # seconds that others wait for it
GLANCE = 0.02
ASIDE = 8  # of the memory, one part for what is asked for in one of endless ways
Make = Callable[[], Rendered | None]


class Turn:
    """Who makes bodies of one line in this process, one after the other. It goes when nobody has it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: Wanted | None = None


class Memory:
    """Of this process: at most ``most`` bytes, the least recently used go first, and what is past its time.

    A body of before somebody was erased is asked for no more, and would stay while there is room.
    """

    def __init__(self, most: int) -> None:
        self.most, self.held = most, 0
        self.kept: OrderedDict[str, tuple[float, Rendered]] = OrderedDict()
        self.lock = Lock()

    def get(self, key: str) -> Rendered | None:
        with self.lock:
            until, found = self.kept.get(key, (0.0, None))
            if found is None or until < monotonic():
                return None
            self.kept.move_to_end(key)
            return found

    def put(self, key: str, body: Rendered) -> None:
        with self.lock:
            self._drop(key)
            self._drop_old()
            self.kept[key] = (monotonic() + SECONDS, body)
            self.held += body.size
            while self.held > self.most:
                self._drop(next(iter(self.kept)))

    def clear(self) -> None:
        with self.lock:
            self.kept.clear()
            self.held = 0

    def _drop_old(self) -> None:
        now = monotonic()
        for key in [key for key, (until, _) in self.kept.items() if until < now]:
            self._drop(key)

    def _drop(self, key: str) -> None:
        _, gone = self.kept.pop(key, (0.0, None))
        self.held -= gone.size if gone else 0


memory = Memory(settings.RENDERED_MB * 1024 * 1024)
aside = Memory(settings.RENDERED_MB * 1024 * 1024 // ASIDE)
_turns: "WeakValueDictionary[str, Turn]" = WeakValueDictionary()
_turns_lock = Lock()


def kept_or_made(wanted: Wanted, make: Make, *, is_usual: bool = True) -> Rendered | None:
    """What is kept, else what ``make`` gives; None is not kept.

    Whoever waited while something newer was made gets that: where results come in all the time, a crowd would
    else have each version made for those who came with it.

    What is asked for in one of endless ways is kept in this process alone, in a small part of its memory, so
    that nobody can drive out what everybody reads.
    """
    own = memory if is_usual else aside
    if body := own.get(wanted.key):
        return body
    turn = _turn(wanted.line)  # held by name: else it would go, and its lock with it
    with turn.lock:
        made = turn.made if turn.made and turn.made.is_at_least(wanted) else wanted
        if body := own.get(made.key):
            return body
        body = _shared(wanted.key, make) if is_usual else _kept(own, wanted.key, make())
        turn.made = wanted
        return body


def forget() -> None:
    """What this process keeps."""
    memory.clear()
    aside.clear()


def _turn(line: str) -> Turn:
    with _turns_lock:
        return _turns.setdefault(line, Turn())


def _shared(key: str, make: Make) -> Rendered | None:
    """From the other processes, or made for them too."""
    if not settings.REDIS_URL:
        return _kept(memory, key, make())
    if told := _told(key) or _awaited(key):
        return told
    try:
        body = _kept(memory, key, make())
        if body:
            cache.set(key, body.packed(), SECONDS)
        return body
    finally:
        cache.delete(_busy(key))


def _kept(own: Memory, key: str, body: Rendered | None) -> Rendered | None:
    if body:
        own.put(key, body)
    return body


def _told(key: str) -> Rendered | None:
    data = cache.get(key)
    return _kept(memory, key, unpacked(data)) if data else None


def _awaited(key: str) -> Rendered | None:
    """What another process is making, once it is there; None: this one is to make it."""
    until = monotonic() + PATIENCE
    while not cache.add(_busy(key), 1, BUSY) and monotonic() < until:
        sleep(GLANCE)
        if told := _told(key):
            return told
    return None


def _busy(key: str) -> str:
    return f"{key}:busy"
