"""The address that an open page asks, or listens to, to know whether it is still true."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.following.granting import asks_for_stream, stream_of
from tournaments.following.looking import Subject
from tournaments.reading.live import version_of
from tournaments.web.base import seen_tournament


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The version in a few bytes, 304 while it is what one has; or a stream of what changes."""
    row = seen_tournament(request, slug)
    if asks_for_stream(request):
        return stream_of(request, Subject(tournament=row.pk))
    return versioned(request, version_of(row))


def versioned(request: HttpRequest, version: str) -> HttpResponseBase:
    """The version, or that it is still the one that is asked with."""
    etag = f'"{version}"'
    answer = HttpResponse(version, content_type="text/plain", headers={"ETag": etag})
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer
