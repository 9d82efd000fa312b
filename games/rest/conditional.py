"""Reads that are asked for with what one has already: 304 to who has just that.

Whatever has no version of its own gets a digest of its bytes as ETag.
"""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import get_conditional_response
from django.utils.decorators import decorator_from_middleware

OF_A_BODY = {"content-encoding", "content-language", "content-length", "content-type"}


def unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """The answer, or its 304, which says all that the answer says beside its body: Django keeps less."""
    answered: Any = get_conditional_response(request, etag=response.headers.get("ETag"), response=response)
    if answered.status_code == 304 and answered is not response:
        for name, value in response.items():
            if name.lower() not in OF_A_BODY:
                answered.headers.setdefault(name, value)
    return cast("HttpResponseBase", answered)


class _Conditional(ConditionalGetMiddleware):
    """A version is the view's own business: it may want to answer although that is known already."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        if request.method != "GET" or response.status_code != 200 or response.streaming:
            return cast("HttpResponseBase", response)
        if response.has_header("ETag"):
            return cast("HttpResponseBase", response)
        answered: Any = super().process_response(request, response)  # which gives it an ETag
        if answered is response:
            return cast("HttpResponseBase", response)
        return unless_known(request, response)


conditional = decorator_from_middleware(_Conditional)
