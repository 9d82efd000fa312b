"""A client that writes down what it sends and what it is told, and asks again where it was told nothing."""

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from tests.faults.history import Call, Outcome

NAMESPACE = UUID("9b9c1c5e-4a53-5d0c-9d5d-6e6967697269")  # of command ids: clients rely on it
PATIENCE = 60  # seconds for one write, however often it is sent
LONGEST_PAUSE = 2.0


class Answer(NamedTuple):
    """Status 0: the connection was cut."""

    status: int
    headers: Mapping[str, str]
    text: str


Send = Callable[[str, str, object, dict[str, str]], Answer]


@dataclass(kw_only=True)
class Recorder:
    """``send(method, path, body, headers)``; ``clock`` and ``pause`` as in ``time``; ``keep`` takes calls."""

    send: Send
    clock: Callable[[], float]
    pause: Callable[[float], None]
    keep: Callable[[Call], None]
    statuses: Counter[tuple[int, str]] = field(default_factory=Counter)
    no_retry_after: list[str] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)
    _lock: Any = field(default_factory=threading.Lock)

    def key(self) -> str:
        return f"load/{next(self._numbers)}"

    def once(self, write: "Write") -> Answer:
        """One call."""
        begin = self.clock()
        answer = self.send(write.method, write.path, write.body, write.all_headers)
        outcome = outcome_of(answer.status)
        call = Call(
            id=write.id,
            what=write.what,
            begin=begin,
            end=self.clock(),
            outcome=outcome,
            register=write.register,
            value=write.value,
            answer=word_for_word(answer) if outcome is Outcome.ACKNOWLEDGED else f"{answer.status}",
            idle=write.idle,
        )
        self.keep(call)
        self._count(write.what, answer)
        return answer

    def write(self, write: "Write") -> Answer:
        """Sent again under the same key until it is known what came of it, or patience ends."""
        until = self.clock() + PATIENCE
        while unanswered(answer := self.once(write)) and self.clock() < until:
            self.pause(min(float(answer.headers.get("Retry-After") or 0.25), LONGEST_PAUSE))
        return answer

    def read(self, what: str, path: str, token: str, register: str, pick: Callable[[Answer], Any]) -> None:
        """``pick`` finds the register's value; an apology and a cut connection are counted and not kept."""
        begin = self.clock()
        answer = self.send("GET", path, None, {"Authorization": f"Token {token}"})
        self._count(f"read {what}", answer)
        if answer.status != 200:
            return
        value, version = pick(answer), version_of(answer, register)
        call = Call(
            begin=begin,
            end=self.clock(),
            outcome=Outcome.ACKNOWLEDGED,
            what=what,
            register=register,
            value=value,
            version=version,
        )
        self.keep(call)

    def _count(self, what: str, answer: Answer) -> None:
        with self._lock:
            self.statuses[answer.status, what] += 1
            if answer.status >= 500 and "Retry-After" not in answer.headers:
                self.no_retry_after.append(f"{answer.status} {what}: {answer.text[:300]}")


@dataclass(frozen=True, kw_only=True)
class Write:
    """One operation; however often it is sent, it is the same bytes under the same key."""

    what: str
    method: str
    path: str
    actor: str
    token: str
    key: str
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    register: str = ""
    value: Any = None
    idle: bool = False

    @property
    def id(self) -> str:
        return command_id(self.actor, self.key)

    @property
    def all_headers(self) -> dict[str, str]:
        own = {"Authorization": f"Token {self.token}", "Idempotency-Key": self.key}
        return {**own, **self.headers}


def command_id(actor: str, key: str) -> str:
    return str(uuid5(NAMESPACE, f"{actor}\n{key}"))


def outcome_of(status: int) -> Outcome:
    """After an apology a write may have been stored all the same."""
    if status == 0 or status >= 500:
        return Outcome.UNKNOWN
    return Outcome.ACKNOWLEDGED if status < 400 else Outcome.REFUSED


def unanswered(answer: Answer) -> bool:
    """Whether the same is to be sent again: nothing is known, or the server asks for it."""
    again = answer.status == 409 and '"overtaken"' in answer.text
    return answer.status in (0, 429) or answer.status >= 500 or again


def word_for_word(answer: Answer) -> str:
    """What a repeat must be told: status, version, place and body."""
    digest = hashlib.sha256(answer.text.encode()).hexdigest()[:16]
    return f"{answer.status} {answer.headers.get('ETag')} {answer.headers.get('Location')} {digest}"


def version_of(answer: Answer, register: str) -> int | None:
    """Return the version of the register's stream: a game's tag has its tournament's and its own, "12.7"."""
    tag = answer.headers.get("ETag")
    if not tag:
        return None
    of_tournament, _, of_game = tag.strip('"').partition("-")[0].partition(".")
    return int(of_game if register.startswith("game-") else of_tournament)
