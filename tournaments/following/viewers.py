"""Who follows what in this process, and the one task that looks for all of them and tells them."""

import asyncio
import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic, process_time
from uuid import UUID

import structlog
from asgiref.sync import sync_to_async
from django.db import close_old_connections

from tournaments.following import looking
from tournaments.following.looking import Found, Subject
from tournaments.following.messages import SIGN_OF_LIFE, opening, text_of

OFTEN = 0.5  # seconds between two looks, where nobody rings
SELDOM = 5.0  # the same where somebody does: for what was rung while nobody listened
LEAST = 0.1  # seconds between two looks in any case: what happens meanwhile is told at once
SHARE = 2  # times as long as telling took, nobody is told anything: the others need the processor too
KEPT = 64  # changes of a subject, for who comes again
SILENT = 15.0  # seconds after which a sign of life is sent
PATIENCE = 20.0  # seconds that a viewer may take for what it was sent
LONGEST = 600.0  # seconds of a stream; the viewer comes again, and rights are asked again
MOST_WAITING = 64 * 1024  # bytes for a viewer who does not read
AGAIN = 2000, 5000  # milliseconds between which viewers come again, not all at once
log = structlog.get_logger(__name__)
Look = Callable[[Mapping[Subject, str]], Mapping[Subject, Found]]


class Viewer:
    """Has one stream open. ``gone``: it does not read, or must ask for its rights again."""

    __slots__ = ("begun", "gone", "sending", "task", "told", "waiting", "woken")

    def __init__(self) -> None:
        self.begun = self.told = monotonic()
        self.task = asyncio.current_task()
        self.waiting = bytearray()
        self.sending = self.gone = False
        self.woken: asyncio.Future[None] | None = None

    def tell(self, text: bytes) -> None:
        self.waiting += text
        if len(self.waiting) > MOST_WAITING:
            self.drop()
        self._wake()

    def leave(self) -> None:
        self.gone = True
        self._wake()

    def drop(self) -> None:
        """It does not read: nothing more is sent, and what is on its way is given up."""
        self.leave()
        if self.sending and self.task:
            self.task.cancel()

    async def next(self) -> bytes:
        """What there is to be sent, once there is anything; nothing for whoever has to go."""
        self.sending = False
        if not self.waiting and not self.gone:
            self.woken = asyncio.get_running_loop().create_future()
            await self.woken
            self.woken = None
        text = b"" if self.gone else bytes(self.waiting)
        self.waiting.clear()
        self.sending, self.told = True, monotonic()
        return text

    def _wake(self) -> None:
        if self.woken and not self.woken.done():
            self.woken.set_result(None)


class Followed:
    """A subject, who follows it, and what they were told last."""

    def __init__(self, found: Found) -> None:
        self.version, self.public, self.house = found.change.version, found.public, found.house
        self.kept: deque[tuple[str, bytes]] = deque([(self.version, b"")], maxlen=KEPT)
        self.viewers: set[Viewer] = set()

    def tell(self, found: Found) -> None:
        """Rights are asked again where who may see it is another."""
        text, self.version = text_of(found.change), found.change.version
        self.kept.append((self.version, text))
        is_another, self.public = found.public != self.public, found.public
        for viewer in list(self.viewers):
            viewer.leave() if is_another else viewer.tell(text)

    def end(self) -> None:
        for viewer in list(self.viewers):
            viewer.leave()


class Viewers:
    """Of one event loop. Nobody follows: nobody looks. ``is_rung``: whether changes are rung for."""

    def __init__(self, look: Look = looking.look) -> None:
        self.look, self.is_rung = look, False
        self.followed: dict[Subject, Followed] = {}
        self.by_id: dict[UUID, set[Subject]] = defaultdict(set)
        self.rung: set[UUID] = set()
        self.bell = asyncio.Event()
        self.all_due = 0.0
        self.tasks: list[asyncio.Task[None]] = []
        self.ended = False

    async def follow(self, subject: Subject, seen: str = "") -> Viewer | None:
        """A viewer who last saw this version; None where the subject is not there any more."""
        if subject not in self.followed and not await self._begin(subject):
            return None
        followed, viewer = self.followed[subject], Viewer()
        retry = random.randint(*AGAIN)
        viewer.tell(opening(followed.version, seen, list(followed.kept), retry=retry))
        followed.viewers.add(viewer)
        self._work()
        return viewer

    async def _begin(self, subject: Subject) -> bool:
        found = (await self._looked({subject: ""})).get(subject)
        if found and subject not in self.followed:
            self.followed[subject] = Followed(found)
            for id_ in (subject.tournament, found.house):
                self.by_id[id_].add(subject)
        return found is not None

    def leave(self, subject: Subject, viewer: Viewer) -> None:
        if followed := self.followed.get(subject):
            followed.viewers.discard(viewer)
            if not followed.viewers:
                self._forget(subject)

    def _forget(self, subject: Subject) -> None:
        followed = self.followed.pop(subject)
        followed.end()
        for id_ in (subject.tournament, followed.house):
            self.by_id[id_].discard(subject)
            if not self.by_id[id_]:
                del self.by_id[id_]

    def ring(self, id_: UUID | None = None) -> None:
        """Something changed in a tournament or an organisation; None: anything may have."""
        if id_ is None:
            self.all_due = 0.0
        elif id_ in self.by_id:
            self.rung.add(id_)
        else:
            return
        self.bell.set()

    def end(self) -> None:
        """The server stops: all go, and come again to another."""
        self.ended = True
        for task in self.tasks:
            task.cancel()
        for followed in self.followed.values():
            followed.end()

    @property
    def number(self) -> int:
        return sum(len(followed.viewers) for followed in self.followed.values())

    def _work(self) -> None:
        if not self.ended and all(task.done() for task in self.tasks):
            self.tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._sweep())]

    async def _watch(self) -> None:
        """A database that is away for a moment ends nothing: it is asked again."""
        while self.followed:
            wait = min(OFTEN if not self.is_rung else SELDOM, max(self.all_due - monotonic(), 0.0))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.bell.wait(), wait)
            self.bell.clear()
            begun = process_time()
            try:
                due = self._due()
                self._tell(due, await self._looked(due))
            except Exception as error:  # noqa: BLE001 - whatever the database says
                log.warning("not_looked", error=str(error).strip())
                self.all_due = 0.0
                await asyncio.sleep(OFTEN)
            await asyncio.sleep(0)  # whoever is told sends
            await asyncio.sleep(max(LEAST, SHARE * (process_time() - begun)))

    def _due(self) -> dict[Subject, str]:
        if self.all_due <= monotonic():
            self.all_due = monotonic() + (SELDOM if self.is_rung else OFTEN)
            due: Iterable[Subject] = self.followed
        else:
            due = {subject for id_ in self.rung for subject in self.by_id.get(id_, ())}
        self.rung.clear()
        return {subject: self.followed[subject].version for subject in due}

    async def _looked(self, known: Mapping[Subject, str]) -> Mapping[Subject, Found]:
        return await sync_to_async(_in_thread)(self.look, known) if known else {}

    def _tell(self, due: Iterable[Subject], now: Mapping[Subject, Found]) -> None:
        """What changed; who follows what is not there any more has to go."""
        for subject in self.followed.keys() & set(due):
            followed, found = self.followed[subject], now.get(subject)
            if found is None:
                self._forget(subject)
            elif (followed.version, followed.public) != (found.change.version, found.public):
                followed.tell(found)

    async def _sweep(self) -> None:
        while self.followed:
            now = monotonic()
            for followed in list(self.followed.values()):
                for viewer in list(followed.viewers):
                    _sweep_one(viewer, now)
            await asyncio.sleep(1)


def _sweep_one(viewer: Viewer, now: float) -> None:
    if viewer.sending and now > viewer.told + PATIENCE:
        viewer.drop()
    elif now > viewer.begun + LONGEST:
        viewer.leave()
    elif now > viewer.told + SILENT and not viewer.waiting:
        viewer.tell(SIGN_OF_LIFE)


def _in_thread(look: Look, known: Mapping[Subject, str]) -> Mapping[Subject, Found]:
    """In a thread that no request opens or closes."""
    close_old_connections()
    try:
        return look(known)
    finally:
        close_old_connections()
