"""What is asked of a service, as a value, and what came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Generic, TypeVar

import httpx

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, kw_only=True)
class Call(Generic[T_co]):
    """One request, and how its answer is read. The functions of ``nigiri.client.api`` make it."""

    method: str
    path: str
    read: Callable[[httpx.Response], T_co]
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    content: IO[bytes] | None = None
    files: Any = None


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[T_co]):
    """``etag``: the version, for ``if_match`` of a later call; "" where the answer has none.

    ``unchanged``: the service said 304, and the body is the one that was kept. ``repeated``: an earlier
    attempt of the same call had been carried out.
    """

    body: T_co
    status: int
    headers: httpx.Headers

    @property
    def etag(self) -> str:
        return str(self.headers.get("ETag", ""))

    @property
    def location(self) -> str:
        return str(self.headers.get("Location", ""))

    @property
    def unchanged(self) -> bool:
        return self.status == httpx.codes.NOT_MODIFIED

    @property
    def repeated(self) -> bool:
        return "Idempotent-Replay" in self.headers


def unexpected(response: httpx.Response) -> httpx.HTTPStatusError:
    """Of a good status that the document does not have: client and service are of different versions."""
    said = f"{response.status_code} is not in the document this client was made from"
    return httpx.HTTPStatusError(said, request=response.request, response=response)
