"""What people do at a tournament, each a little story without end: every ``next`` is one write, or a read.

Each story writes registers that nobody else writes, so that it knows what it changes. Streams are shared.
"""

import json
import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, product
from typing import Any

from tests.faults.load.log import LATE
from tests.faults.load.recorder import Answer, Recorder, Write, command_id

POINTS = [f"{column}{row}" for row, column in product(range(1, 10), "ABCDEFGHJKLMNOPQRST")]
OLD = 200  # writes of which one may be repeated


@dataclass(kw_only=True)
class Person:
    """Somebody at a desk. ``unsure``: the last write was never answered: the next may have nothing to do."""

    recorder: Recorder
    chance: random.Random
    desk: dict[str, str]
    event: dict[str, Any]
    unsure: bool = False
    written: int = 0
    sent: list[Write] = field(default_factory=list)

    @property
    def stream(self) -> str:
        return self.event["stream"]

    @property
    def there(self) -> str:
        return f"/api/v1/tournaments/{self.event['slug']}/"

    def write(self, what: str, method: str, path: str, body: object = None, **more: Any) -> Answer:
        who = more.pop("who", self.desk)
        write = Write(
            what=what,
            method=method,
            path=path,
            body=body,
            actor=who["actor"],
            token=who["token"],
            key=more.pop("key", None) or self.recorder.key(),
            idle=self.unsure,
            **more,
        )
        answer = self.recorder.write(write)
        self.written += 1
        self.unsure = not 200 <= answer.status < 500
        if answer.status < 400:
            self.sent = [*self.sent, write][-OLD:]
        return answer

    def read(self, what: str, path: str, register: str, name: str) -> None:
        def pick(answer: Answer) -> Any:
            return json.loads(answer.text).get(name)

        self.recorder.read(what, path, self.desk["token"], register, pick)

    def repeat(self) -> None:
        """Something that was answered long ago, once more: a program that was restarted does not know."""
        if self.sent:
            self.recorder.once(self.chance.choice(self.sent))


def corrects(me: Person, entry: str) -> Iterator[None]:
    path, register = f"{me.there}entries/{entry}/", f"{me.stream}/correction of {entry}"
    for lap in count(1):
        value = lap % 7
        body = {"correction": value, "reason": "typed wrong"}
        me.write("correction", "PATCH", path, body, register=register, value=value)
        yield
        me.read("entry", path, register, "correction")
        yield


def records(me: Person, game: dict[str, Any]) -> Iterator[None]:
    path, register = f"/api/v1/games/{game['id']}/", f"{me.stream}/result of {game['id']}"
    for lap in count():
        value = ("black", "white", "jigo")[lap % 3]
        me.write("result", "PUT", f"{path}result/", {"result": value}, register=register, value=value)
        yield
        me.read("game", path, register, "result")
        yield


def reports(me: Person, game: dict[str, Any]) -> Iterator[None]:
    """Both players say what came of it, one of them by mistake; the desk clears it for the next time."""
    path, register = f"/api/v1/games/{game['id']}/", f"{me.stream}/state of {game['id']}"
    steps = [("white", "white", "reported"), ("black", "black", "disputed"), ("black", "white", "confirmed")]
    while True:
        for side, says, state in steps:
            said = {"who": game[side], "register": register, "value": state}
            me.write("report", "POST", f"{path}reports/", {"result": says}, **said)
            yield
            me.read("reports", path, register, "state")
            yield
        me.write("result cleared", "DELETE", f"{path}result/", register=register, value="missing")
        yield


def checks_in(me: Person, entry: str) -> Iterator[None]:
    path, register = f"{me.there}entries/{entry}/", f"{me.stream}/check-in of {entry}"
    while True:
        me.write("check-in", "PATCH", f"{path}presence/", {"checked_in": True}, register=register, value=True)
        yield
        me.read("entry", path, register, "checked_in")
        yield
        undone = {"checked_in": False}
        me.write("check-in undone", "PATCH", f"{path}presence/", undone, register=register, value=False)
        yield


def comes_and_goes(me: Person, entry: str) -> Iterator[None]:
    path, register = f"{me.there}entries/{entry}/", f"{me.stream}/withdrawal of {entry}"
    while True:
        gone = {"state": "withdrawn"}
        me.write("withdrawal", "PATCH", f"{path}presence/", gone, register=register, value=True)
        yield
        back = {"state": "playing"}
        me.write("reinstatement", "PATCH", f"{path}presence/", back, register=register, value=False)
        yield
        me.read("entry", path, register, "withdrawn")
        yield


def enters(me: Person, house: str) -> Iterator[None]:
    """A person who was not known, entered, removed again: the list stays short."""
    path = f"/api/v1/organisations/{house}/players/"
    while True:
        key = me.recorder.key()
        name = f"{LATE}{command_id(me.desk['actor'], key)}"
        person = me.write(
            "person", "POST", path, {"family_name": name, "rank": "3k", "rating": 1800}, key=key
        )
        yield
        if person.status != 201:
            continue
        entry = me.write("entry", "POST", f"{me.there}entries/", {"player": json.loads(person.text)["id"]})
        yield
        if entry.status == 201:
            me.write("entry removed", "DELETE", f"{me.there}entries/{json.loads(entry.text)['id']}/")
            yield


def claims(me: Person, game: dict[str, Any]) -> Iterator[None]:
    body = {"type": "wrong_result", "result": "W+R"}
    while True:
        made = me.write(
            "claim", "POST", f"/api/v1/games/{game['id']}/claims/", body
        )  # a player may make only so many
        yield
        if made.status != 201:
            continue
        claim = json.loads(made.text)["id"]
        register, path = f"claim-{claim}/stage", f"/api/v1/claims/{claim}/"
        said = {"register": register, "value": "withdrawn"}
        me.write("claim withdrawn", "POST", f"{path}withdraw/", {"reason": "We agree."}, **said)
        yield
        me.read("claim", path, register, "state")
        yield


def plays(me: Person, game: dict[str, Any]) -> Iterator[None]:
    """Moves that capture nothing; when the lower half of the board is full they are taken back."""
    path, register = f"/api/v1/games/{game['id']}/", f"game-{game['id']}/turns"
    seen = "*"
    while True:
        for turn, point in enumerate(POINTS, 1):
            move = {"do": "play", "colour": ("black", "white")[(turn - 1) % 2], "at": point}
            moved = {"headers": {"If-Match": seen}, "register": register, "value": turn}
            answer = me.write("move", "POST", f"{path}moves/", move, **moved)
            yield
            if answer.status != 201:
                break
            seen = answer.headers["ETag"]
            if turn % 3 == 0:
                me.read("record", path, register, "turns")
                yield
        back = {"headers": {"If-Match": "*"}, "register": register, "value": 0}
        answer = me.write(
            "moves taken back", "POST", f"{path}take-back/", {"to_turn": 0, "reason": "x"}, **back
        )
        seen = answer.headers.get("ETag", "*")
        yield


@dataclass(frozen=True, kw_only=True)
class Story:
    """One at a time: whoever wants its next step holds its lock."""

    me: Person
    steps: Iterator[None]
    lock: Any = field(default_factory=threading.Lock)


def town(recorder: Recorder, world: dict[str, Any], seed: int) -> list[Story]:
    """Everybody, at every tournament of the world."""
    chance, told = random.Random(seed), []
    for event in world["events"]:
        entries, games = iter(event["entries"]), iter(event["games"])
        doings = [(does, next(entries)) for does, of in OF_ENTRIES for _ in range(of)]
        doings += [(does, next(games)) for does, of in OF_GAMES for _ in range(of)]
        for does, of in [*doings, (enters, world["house"])]:
            desk, own = chance.choice(world["desks"]), random.Random(chance.random())
            me = Person(recorder=recorder, chance=own, desk=desk, event=event)
            told.append(Story(me=me, steps=does(me, of)))
    return told


OF_ENTRIES = ((corrects, 5), (checks_in, 3), (comes_and_goes, 2))
OF_GAMES = ((records, 5), (reports, 4), (claims, 2), (plays, 7))
