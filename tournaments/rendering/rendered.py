"""A body that was made once: its bytes, compressed, and the headers that belong to it."""

import gzip
import pickle
from dataclasses import dataclass
from hashlib import sha256
from time import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.rest import quotas
from games.rest.codings import takes_gzip
from games.rest.conditional import unless_known
from tournaments.rendering.asked import PART

LEVEL = 5  # of gzip: beyond it is slower and hardly smaller
LEAST = 300  # bytes worth compressing
REPLACED = {"content-length", *(name.lower() for name in quotas.HEADERS)}
"""Headers of one answer alone: how much a reader may still ask is nobody else's."""
FOR_ALL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1"
"""Browsers ask each time. What stands in front of the service may give it to others for a second, and for one
more while it asks."""
FOR_NGINX = "X-Accel-Expires"
"""Header that nginx reads and takes away: until this second ends. It counts whole seconds of its clock:
``s-maxage=1`` would be up to two."""
DIFFERS_BY = ("Accept-Encoding", "Authorization", "Cookie", PART)
_NO_DATE = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """``body``: compressed where ``zipped``; ``marks``: what a view leaves on its answer for middleware."""

    body: bytes
    zipped: bool
    headers: tuple[tuple[str, str], ...]
    etag: str
    marks: tuple[tuple[str, Any], ...]

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return len(self.body) + 500

    def packed(self) -> bytes:
        return pickle.dumps((self.body, self.zipped, self.headers, self.etag, self.marks))


def unpacked(data: bytes) -> Rendered:
    """What ``packed`` gave, from a store that this service alone writes."""
    body, zipped, headers, etag, marks = pickle.loads(data)  # noqa: S301 - see above
    return Rendered(body=body, zipped=zipped, headers=headers, etag=etag, marks=marks)


def rendered(response: HttpResponse) -> Rendered:
    """From an answer with status 200 that is whole, in the language that it was made in."""
    body = response.content
    zipped = len(body) >= LEAST and not (response.has_header("Content-Encoding") or _is_packed(response))
    etag = response.headers.get("ETag") or f'"{sha256(body).hexdigest()[:20]}"'
    response["Cache-Control"], response["ETag"] = FOR_ALL, etag
    response.headers.setdefault("Content-Language", get_language() or settings.LANGUAGE_CODE)
    patch_vary_headers(response, DIFFERS_BY)
    marks = tuple((name, value) for name, value in vars(response).items() if name.startswith("_csp"))
    return Rendered(
        body=gzip.compress(body, LEVEL, mtime=_NO_DATE) if zipped else body,
        zipped=zipped,
        headers=tuple((name, value) for name, value in response.items() if name.lower() not in REPLACED),
        etag=etag,
        marks=marks,
    )


def _is_packed(response: HttpResponse) -> bool:
    """Pictures whose format compresses by itself: once more would cost and save nothing."""
    kind = response.get("Content-Type", "")
    return kind.startswith("image/") and "svg" not in kind


def answered(request: HttpRequest, kept: Rendered) -> HttpResponseBase:
    """The answer to this request: compressed where its reader can, 304 where they have it already."""
    small = kept.zipped and takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    body = kept.body if small or not kept.zipped else gzip.decompress(kept.body)
    answer = HttpResponse(body, headers=dict(kept.headers))
    answer["Content-Length"] = str(len(body))
    if small:
        answer["Content-Encoding"] = "gzip"
    if settings.PROXIES:
        answer[FOR_NGINX] = until_this_second_ends()
    for name, value in kept.marks:
        setattr(answer, name, value)
    return unless_known(request, answer) if "HTTP_IF_NONE_MATCH" in request.META else answer


def until_this_second_ends() -> str:
    return f"@{int(time())}"
