"""One question for all who follow: each process asks the database what changed, and tells its viewers."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import suppress
from time import monotonic
from uuid import UUID
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from tournaments.reading.live import versions

EVERY = 0.5  # seconds between two questions
SILENT = 15.0  # seconds after which a sign of life is sent, so that nothing in between hangs up
LONGEST = 600.0  # seconds of one stream; the browser comes again, and rights are asked again

Ask = Callable[[Collection[UUID]], Mapping[UUID, str]]


class Pulse:
    """Of one event loop. Nobody follows: nobody asks."""

    def __init__(self, ask: Ask = versions) -> None:
        self.ask = ask
        self.followers: dict[UUID, set[asyncio.Queue[str]]] = {}
        self.last: dict[UUID, str] = {}
        self.task: asyncio.Task[None] | None = None

    async def follow(self, tournament: UUID) -> AsyncGenerator[str, None]:
        """Of a stream: the version as it is, each one that comes, and the same again as a sign of life."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._begin(tournament, queue)
        until, version = monotonic() + LONGEST, ""
        try:
            while monotonic() < until:
                version = await _next(queue, version)
                yield f"data: {version}\n\n" if version else ":\n\n"
        finally:
            self._end(tournament, queue)

    def _begin(self, tournament: UUID, queue: "asyncio.Queue[str]") -> None:
        self.followers.setdefault(tournament, set()).add(queue)
        if tournament in self.last:
            queue.put_nowait(self.last[tournament])
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._beat())

    def _end(self, tournament: UUID, queue: "asyncio.Queue[str]") -> None:
        self.followers[tournament].discard(queue)
        if not self.followers[tournament]:
            del self.followers[tournament]
            self.last.pop(tournament, None)

    async def _beat(self) -> None:
        """A database that is away for a moment ends nothing: it is asked again."""
        while self.followers:
            with suppress(Exception):
                self._tell(await sync_to_async(_asked)(self.ask, tuple(self.followers)))
            await asyncio.sleep(EVERY)

    def _tell(self, now: Mapping[UUID, str]) -> None:
        for tournament, version in now.items():
            if tournament in self.followers and self.last.get(tournament) != version:
                self.last[tournament] = version
                for queue in self.followers[tournament]:
                    queue.put_nowait(version)


async def _next(queue: "asyncio.Queue[str]", version: str) -> str:
    try:
        return await asyncio.wait_for(queue.get(), SILENT)
    except TimeoutError:
        return version


def _asked(ask: Ask, tournaments: Collection[UUID]) -> Mapping[UUID, str]:
    """In a thread that no request opens or closes."""
    close_old_connections()
    try:
        return ask(tournaments)
    finally:
        close_old_connections()


_pulses: "WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse]" = WeakKeyDictionary()


def follow(tournament: UUID) -> AsyncGenerator[str, None]:
    """Called where a loop runs: when the answer is being sent."""
    return _pulses.setdefault(asyncio.get_running_loop(), Pulse()).follow(tournament)
