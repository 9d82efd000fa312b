"""Server-sent events, from bytes to changes. What is no such stream, or has no end to a line, is broken."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

STREAM = "text/event-stream"
LONGEST_EVENT = 1 << 20  # bytes; those of a service have some hundreds
KINDS = {"result", "ruling", "round", "standings", "version"}


@dataclass(frozen=True, kw_only=True)
class Change:
    """``kind`` is ``result``, ``ruling``, ``round`` or ``standings``; then, last of a change, ``version``.

    ``id``, of ``version`` alone, is where to go on from. ``data`` says what changed and in which rounds.
    """

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    id: str = ""


def lines(response: httpx.Response) -> Iterator[str]:
    """Of a stream, as they come. Raises httpx.RemoteProtocolError."""
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != STREAM or response.headers.get("Content-Encoding", "identity") != "identity":
        raise httpx.RemoteProtocolError(f"no stream of events but {kind}", request=response.request)
    line = bytearray()
    for part in response.iter_bytes():
        *ended, rest = part.split(b"\n")
        for end in ended:
            line += end
            yield line.removesuffix(b"\r").decode(errors="replace")
            line.clear()
        line += rest
        if len(line) > LONGEST_EVENT:
            raise httpx.RemoteProtocolError("a line without end", request=response.request)


def read(lines: Iterable[str]) -> Iterator[Change]:
    """Changes of a stream's lines, without what only keeps it alive. Raises httpx.RemoteProtocolError."""
    fields: dict[str, list[str]] = {}
    size = 0
    for line in lines:
        name, _, value = line.partition(":")
        if line and name:
            fields.setdefault(name, []).append(value.removeprefix(" "))
            size += len(line)
            if size > LONGEST_EVENT:
                raise httpx.RemoteProtocolError("an event without end")
        elif not line:
            said = {name: "\n".join(filter(None, values)) for name, values in fields.items()}
            if said.get("event") in KINDS:
                yield Change(kind=said["event"], data=_data(said.get("data", "")), id=said.get("id", ""))
            fields, size = {}, 0


def _data(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
