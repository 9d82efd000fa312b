"""A tournament as it changes: a stream where the service has one, a small question every second otherwise."""

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Protocol, TypeVar
from urllib.parse import quote

import httpx

from .api import get_live_version
from .bodies import whole
from .calls import Answer, Call
from .refusals import refuse
from .retrying import LONGEST, pause
from .streams import STREAM, Change, lines, read

T = TypeVar("T")
SILENCE = 40.0  # seconds: a stream that lives says so every 15
BETWEEN = 1.2  # seconds between two questions


class Asks(Protocol):
    """What of a client is needed."""

    url: str
    http: httpx.Client
    patience: float
    largest: int

    def headers(self) -> dict[str, str]: ...
    def answer(self, call: Call[T]) -> Answer[T]: ...


def follow(client: Asks, slug: str, seen: str) -> Iterator[Change]:
    """See ``Client.follow``."""
    path, tries = f"/api/v1/tournaments/{quote(slug, safe='')}/live/", _Tries(client.patience)
    while True:
        try:
            for change in _streamed(client, path, seen, tries):
                seen = change.id or seen
                yield change
        except _NoStream:
            tries.heard()
            if (version := _version(client, slug)) != seen:
                seen = version
                yield Change(kind="version", id=version)
            sleep(BETWEEN)
        except httpx.TransportError:
            if not tries.may_wait(wait := pause(None, tries.number) or 0):
                raise
            tries.wait(wait)
        except _Later as later:
            tries.wait(later.seconds)


class _Tries:
    """To have a stream: how many, and for how long nothing has been heard."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.number, self.begun, self.until = 0, monotonic(), monotonic() + patience
        self.is_lost = True

    def begin(self) -> None:
        self.begun = monotonic()

    def heard(self) -> None:
        self.is_lost = False
        if monotonic() - self.begun > LONGEST:  # a stream that ends sooner is not asked for in haste
            self.number = 0

    def may_wait(self, seconds: float) -> bool:
        """Whether patience, which begins when something that was heard is lost, lasts so long."""
        if not self.is_lost:
            self.is_lost, self.until = True, monotonic() + self.patience
        return monotonic() + seconds <= self.until

    def wait(self, seconds: float) -> None:
        self.number += 1
        sleep(seconds)


class _NoStream(Exception):
    """The service has none."""


class _Later(Exception):
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


def _streamed(client: Asks, path: str, seen: str, tries: _Tries) -> Iterator[Change]:
    headers = {"Accept": STREAM, "Accept-Encoding": "identity", **client.headers()}
    if seen:
        headers["Last-Event-ID"] = seen
    timeout = httpx.Timeout(30, read=SILENCE)
    tries.begin()
    with client.http.stream("GET", client.url + path, headers=headers, timeout=timeout) as response:
        if response.status_code in {httpx.codes.NO_CONTENT, httpx.codes.NOT_ACCEPTABLE}:
            raise _NoStream
        if not response.is_success:
            answer = whole(response, largest=client.largest, until=monotonic() + SILENCE)
            wait = pause(answer, tries.number)
            if wait is None or not tries.may_wait(wait):
                refuse(answer)
            raise _Later(wait or 0)
        yield from read(_heard(response, tries))
    raise httpx.RemoteProtocolError("the stream ended")


def _heard(response: httpx.Response, tries: _Tries) -> Iterator[str]:
    for line in lines(response):
        tries.heard()
        yield line


def _version(client: Asks, slug: str) -> str:
    return client.answer(get_live_version(slug)).etag.strip('"')
