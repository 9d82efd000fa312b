"""The ASGI application: who asks for a stream is let in and told, everybody else is Django's."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from deploy.languages.choice import asked_by
from deploy.problem import problem
from deploy.streams.door import Door, headers_of, request_of
from deploy.tracing import client_address
from tournaments.following.doorbell import Doorbell
from tournaments.following.granting import Granted, asks_for_stream
from tournaments.following.viewers import Viewer, Viewers

AGAIN = 30  # seconds, for whoever finds no place
LONGEST_ID = 60
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Streams:
    """Around Django's application, in one event loop."""

    def __init__(self, django: Application, *, most: int, of_one: int) -> None:
        self.django, self.most, self.of_one = django, most, of_one
        self.door = Door()
        self.places = Counter[str]()
        self.viewers = Viewers()
        self.doorbell = Doorbell(self.viewers)
        self.listening: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = request_of(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        if request is None or not asks_for_stream(request):
            await self.django(scope, receive, send)
            return
        address = client_address(request)
        if self.viewers.ended or self.places.total() >= self.most or self.places[address] >= self.of_one:
            await _answer(send, _full(request))
            return
        async with self._place(address):
            await self._serve(request, receive, send)

    def end(self) -> None:
        """No more: all streams end, and who comes is sent away."""
        self.viewers.end()
        if self.listening:
            self.listening.cancel()

    @asynccontextmanager
    async def _place(self, address: str) -> AsyncIterator[None]:
        self.places[address] += 1
        try:
            yield
        finally:
            self.places[address] -= 1
            if not self.places[address]:
                del self.places[address]

    async def _serve(self, request: HttpRequest, receive: Receive, send: Send) -> None:
        answer = await self.door.asked(request)
        if not isinstance(answer, Granted):
            await _answer(send, answer)
            return
        if self.listening is None:
            self.listening = asyncio.create_task(self.doorbell.listen())
        seen = request.headers.get("Last-Event-ID", "")[:LONGEST_ID]
        viewer = await self.viewers.follow(answer.subject, seen)
        if viewer is None:  # it was there a moment ago
            await _answer(send, HttpResponse(status=404))
            return
        leaving = asyncio.create_task(_left(receive, viewer))
        try:
            await _begin(send, answer)
            while text := await viewer.next():
                await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()
            self.viewers.leave(answer.subject, viewer)


async def _left(receive: Receive, viewer: Viewer) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.leave()


async def _begin(send: Send, answer: HttpResponse) -> None:
    headers = [(name, value) for name, value in headers_of(answer) if name != b"content-length"]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})


async def _answer(send: Send, answer: HttpResponse) -> None:
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers_of(answer)})
    await send({"type": "http.response.body", "body": answer.content})


def _full(request: HttpRequest) -> HttpResponse:
    """503, with when to come again."""
    answer = problem("unavailable", language=asked_by(request))
    answer["Retry-After"] = str(AGAIN)
    return answer


def streams(django: Application) -> Streams:
    """As the settings bound it."""
    return Streams(django, most=settings.VIEWERS, of_one=settings.VIEWERS_OF_ONE)
