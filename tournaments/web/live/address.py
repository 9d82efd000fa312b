"""The address that an open page asks, or listens to, to know whether it is still true."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from uuid import UUID

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.reading.live import version_of
from tournaments.web.base import seen_tournament
from tournaments.web.live.pulse import follow

STREAM = "text/event-stream"


def may_stream(request: HttpRequest) -> bool:
    """Whether this server can hold an answer open without holding a thread."""
    return isinstance(request, ASGIRequest)


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The version in a few bytes, 304 while it is what one has; or a stream of versions.

    204 where there is no stream: a browser that is told so does not come again for one.
    """
    row = seen_tournament(request, slug)
    if STREAM not in request.headers.get("Accept", ""):
        return versioned(request, version_of(row))
    return _stream(row.pk) if may_stream(request) else HttpResponse(status=204)


def versioned(request: HttpRequest, version: str) -> HttpResponseBase:
    """The version, or that it is still the one that is asked with."""
    etag = f'"{version}"'
    answer = HttpResponse(version, content_type="text/plain", headers={"ETag": etag})
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _stream(tournament: UUID) -> StreamingHttpResponse:
    async def versions() -> AsyncGenerator[str, None]:
        async with aclosing(follow(tournament)) as events:
            async for event in events:
                yield event

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(versions(), content_type=STREAM, headers=headers)
