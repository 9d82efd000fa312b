"""A client: sends calls, again where that is safe, and page after page."""

from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic, sleep
from types import TracebackType
from typing import Protocol, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import httpx

from .api import log_in
from .bodies import whole
from .calls import Answer, Call
from .following import follow
from .models import LoginInRequest
from .refusals import refuse
from .retrying import pause
from .streams import Change

T = TypeVar("T")
Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)
SAFE = {"GET", "HEAD"}


@dataclass(frozen=True)
class Kept:
    """An answer's body with the ETag it came with."""

    etag: str
    kind: str
    body: bytes


class Page(Protocol[Item_co]):
    """One page of a list."""

    @property
    def results(self) -> Sequence[Item_co]: ...
    @property
    def next_(self) -> str | None: ...


class Client:
    """Of the service at ``url``, with the rights of a token, or with those that everybody has.

    ``kept``: bodies by address. What is in it is asked for with its ETag, and read from it if unchanged; a
    ``shelve`` keeps it for the next run. ``patience``: seconds for which a call is sent again while the
    connection is cut or the service says when to come again; a body may take as long, or as long as the
    timeout of ``http`` where that is longer. ``largest``: bytes of a body, at most. ``http``: to use instead
    of a new client of httpx, for instance with a proxy. One client is for one thread at a time.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        kept: MutableMapping[str, Kept] | None = None,
        patience: float = 60,
        largest: int = 64 << 20,
        http: httpx.Client | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.kept = kept
        self.patience = patience
        self.largest = largest
        self.http = http or httpx.Client(timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def log_in(self, username: str, password: str) -> None:
        """Have a token of the account from now on. Raises Refused."""
        body = LoginInRequest(username=username, password=password)
        self.token = self.send(log_in(body=body)).token

    def send(self, call: Call[T], *, key: str = "") -> T:
        """The body of the answer.

        Raises Refused, httpx.TransportError where patience ended, and httpx.DecodingError for a body that is
        too large.
        """
        return self.answer(call, key=key).body

    def answer(self, call: Call[T], *, key: str = "") -> Answer[T]:
        """The answer with its headers.

        A change carries an Idempotency-Key, ``key`` or one made here, through all attempts: it is made once,
        however often the connection was cut. Give one that you wrote down, and it outlasts your program, too.
        """
        request = self._request(call, key)
        address = str(request.url)
        if known := self.kept.get(address) if self.kept is not None and call.method in SAFE else None:
            request.headers["If-None-Match"] = known.etag
        response = self._sent(request)
        if known and response.status_code == httpx.codes.NOT_MODIFIED:
            again = httpx.Response(
                200, headers={"Content-Type": known.kind}, content=known.body, request=request
            )
            return Answer(body=call.read(again), status=response.status_code, headers=response.headers)
        refuse(response)
        body = call.read(response)
        if self.kept is not None and call.method in SAFE and (etag := response.headers.get("ETag")):
            self.kept[address] = Kept(etag, response.headers.get("Content-Type", ""), response.content)
        return Answer(body=body, status=response.status_code, headers=response.headers)

    def pages(self, call: Call[Page[Item]]) -> Iterator[Page[Item]]:
        """Each page of a list, as it is asked for."""
        while True:
            page = self.send(call)
            yield page
            if page.next_ is None:
                return
            call = Call(
                method=call.method,
                path=call.path,
                read=call.read,
                headers=call.headers,
                params=dict(parse_qsl(urlsplit(page.next_).query)),
            )

    def every(self, call: Call[Page[Item]]) -> Iterator[Item]:
        """Each line of a list, over all of its pages."""
        for page in self.pages(call):
            yield from page.results

    def follow(self, slug: str, seen: str = "") -> Iterator[Change]:
        """What changes in a tournament, as it changes, without an end; ``seen`` is the id of the last change.

        Raises Refused where the tournament may not be seen (any more), and httpx.TransportError or
        httpx.HTTPStatusError where nothing was heard for as long as ``patience``.
        """
        return follow(self, slug, seen)

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _request(self, call: Call[T], key: str) -> httpx.Request:
        headers = {
            "Accept": "application/json, */*;q=0.5",
            "Accept-Encoding": "gzip",
            **self.headers(),
            **call.headers,
        }
        if call.method not in SAFE:
            headers["Idempotency-Key"] = key or str(uuid4())
        request = self.http.build_request(
            call.method,
            self.url + call.path,
            params=dict(call.params) or None,
            headers=headers,
            json=call.json,
            content=call.content.read() if call.content else None,
            files=call.files,
        )
        request.read()  # a file's bytes, which can be sent again
        return request

    def _sent(self, request: httpx.Request) -> httpx.Response:
        until, attempt = monotonic() + self.patience, 0
        while True:
            response: httpx.Response | None = None
            try:
                response = self._read(request, until)
            except httpx.TransportError:
                wait = pause(None, attempt)
                if wait is None or monotonic() + wait > until:
                    raise
            else:
                wait = pause(response, attempt)
                if wait is None or monotonic() + wait > until:
                    return response
            sleep(wait)
            attempt += 1

    def _read(self, request: httpx.Request, until: float) -> httpx.Response:
        usual = self.http.timeout.read
        until = max(until, inf if usual is None else monotonic() + usual)
        return whole(self.http.send(request, stream=True), largest=self.largest, until=until)
