"""Reads that are asked for with what one has already: 304 to who has just that.

Whatever has no version of its own gets a digest of its bytes as ETag.
"""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.decorators import decorator_from_middleware

OF_A_BODY = {"content-encoding", "content-language", "content-length", "content-type"}


def unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, or its 304, which says all that the answer says beside its body: Django keeps less."""
    answered: Any = get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
    if answered.status_code == 304 and answered is not response:
        for name, value in response.items():
            if name.lower() not in OF_A_BODY:
                answered.headers.setdefault(name, value)
    return cast("HttpResponse", answered)


class _Conditional(ConditionalGetMiddleware):
    """A version is the view's own business: it may want to answer although that is known already."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        is_whole = request.method == "GET" and response.status_code == 200 and not response.streaming
        if not is_whole or response.has_header("ETag") or not self.needs_etag(response):
            return cast("HttpResponseBase", response)
        set_response_etag(response)
        return unless_known(request, response)


conditional = decorator_from_middleware(_Conditional)
