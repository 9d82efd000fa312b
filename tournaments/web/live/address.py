"""The address that an open page polls to learn whether what it shows is current."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.reading.versions import version_of
from tournaments.web.base import seen_tournament


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the version in a few bytes, or 304 while it is the one in ``If-None-Match``."""
    return versioned(request, version_of(seen_tournament(request, slug)))


def versioned(request: HttpRequest, version: str) -> HttpResponseBase:
    """Return the version with its ETag, or 304."""
    etag = f'"{version}"'
    answer = HttpResponse(version, content_type="text/plain", headers={"ETag": etag})
    patch_cache_control(answer, private=True, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer
