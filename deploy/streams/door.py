"""Whether somebody may follow something: the view of the address says so, behind all middleware."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from time import monotonic
from typing import Any

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.urls import set_script_prefix

from tournaments.following.granting import ASKS
from tournaments.rendering.asked import NOBODYS

THREADS = 4
HELD = 1.0  # seconds that an answer to strangers counts for others
MOST = 1000  # of these
Response = Any


class Door(BaseHandler):
    """Asks in a few threads. Strangers with the same question at the same moment share an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="rights")
        self.held: OrderedDict[tuple[str, ...], tuple[float, asyncio.Future[Response]]] = OrderedDict()

    async def asked(self, request: HttpRequest) -> Response:
        """The answer, to be closed by nobody. Raises whatever the view does not answer for."""
        loop = asyncio.get_running_loop()
        if (key := _key(request)) is None:
            return await loop.run_in_executor(self.threads, self._ask, request)
        until, answer = self.held.get(key, (0.0, None))
        if answer is None or until < monotonic():
            answer = loop.run_in_executor(self.threads, self._ask, request)
            self.held[key] = (monotonic() + HELD, answer)
            self.held.move_to_end(key)
            while len(self.held) > MOST:
                self.held.popitem(last=False)
        return await asyncio.shield(answer)

    def _ask(self, request: HttpRequest) -> Response:
        set_script_prefix("")
        signals.request_started.send(sender=type(self))
        setattr(request, ASKS, True)
        answer = self.get_response(request)
        if not answer.streaming:
            answer.close()  # tells that the request is over
        return answer


def request_of(scope: dict[str, Any]) -> ASGIRequest:
    return ASGIRequest(scope, BytesIO())


def _key(request: HttpRequest) -> tuple[str, ...] | None:
    """Of a question that everybody who is nobody gets the same answer to; None of one's own."""
    if "Authorization" in request.headers or not request.COOKIES.keys() <= NOBODYS:
        return None
    scheme = request.headers.get("X-Forwarded-Proto", "")
    return request.get_full_path(), request.headers.get("Host", ""), scheme, request.headers.get("Accept", "")


def headers_of(answer: HttpResponse) -> list[tuple[bytes, bytes]]:
    """As ASGI wants them, cookies too."""
    plain = [(name.lower(), value) for name, value in answer.items()]
    cookies = [("set-cookie", cookie.output(header="").strip()) for cookie in answer.cookies.values()]
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in (*plain, *cookies)]
