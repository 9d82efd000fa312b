"""A tournament as it changes: a stream where the service has one, a small question every second otherwise."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from time import sleep
from typing import Any, Protocol, TypeVar

import httpx

from .api import get_live_version
from .calls import Answer, Call
from .refusals import refuse
from .retrying import pause

T = TypeVar("T")
STREAM = "text/event-stream"
SILENCE = 40.0  # seconds: a stream that lives says so every 15
BETWEEN = 1.2  # seconds between two questions


@dataclass(frozen=True, kw_only=True)
class Change:
    """``kind`` is ``result``, ``ruling``, ``round`` or ``standings``; then, last of a change, ``version``.

    ``id``, of ``version`` alone, is where to go on from. ``data`` says what changed and in which rounds.
    """

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    id: str = ""


class Asks(Protocol):
    """What of a client is needed."""

    url: str
    http: httpx.Client

    def headers(self) -> dict[str, str]: ...
    def answer(self, call: Call[T]) -> Answer[T]: ...


def follow(client: Asks, slug: str, seen: str) -> Iterator[Change]:
    """See ``Client.follow``."""
    path, attempt = f"/api/v1/tournaments/{slug}/live/", 0
    while True:
        try:
            for change in _streamed(client, path, seen):
                attempt, seen = 0, change.id or seen
                yield change
        except _NoStream:
            if (version := _version(client, slug)) != seen:
                seen = version
                yield Change(kind="version", id=version)
            sleep(BETWEEN)
        except httpx.TransportError:
            sleep(pause(None, attempt) or 0)
            attempt += 1
        except _Later as later:
            sleep(later.seconds)


class _NoStream(Exception):
    """The service has none."""


class _Later(Exception):
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


def _streamed(client: Asks, path: str, seen: str) -> Iterator[Change]:
    headers = {"Accept": STREAM, **client.headers()}
    if seen:
        headers["Last-Event-ID"] = seen
    timeout = httpx.Timeout(30, read=SILENCE)
    with client.http.stream("GET", client.url + path, headers=headers, timeout=timeout) as response:
        if response.status_code in {httpx.codes.NO_CONTENT, httpx.codes.NOT_ACCEPTABLE}:
            raise _NoStream
        if not response.is_success:
            response.read()
            if wait := pause(response, 0):
                raise _Later(wait)
            refuse(response)
        yield from read(response.iter_lines())


def _version(client: Asks, slug: str) -> str:
    return client.answer(get_live_version(slug)).etag.strip('"')


def read(lines: Iterable[str]) -> Iterator[Change]:
    """Changes of a stream's lines, without what only keeps it alive."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if line and name:
            fields[name] = "\n".join(filter(None, (fields.get(name), value.removeprefix(" "))))
        elif not line:
            if fields.get("event") in {"result", "ruling", "round", "standings", "version"}:
                yield Change(
                    kind=fields["event"], data=_data(fields.get("data", "")), id=fields.get("id", "")
                )
            fields = {}


def _data(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
