"""Requests that are refused before a view reads them.

Bodies over the limit, forms in other charsets, addresses with NUL, and API requests without TLS: a program
that is redirected to https does not notice, and sends its token in the clear each time. Pages are redirected.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from deploy.api.problem import problem
from deploy.languages.choice import accepted_language

PROGRAMS = ("/api/", "/metrics")
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class RequestLimits:
    """Middleware. Django treats a body without a declared length as empty, so checking that suffices.

    A view that takes pictures has a limit of its own, ``largest_body``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.HTTPS and request.path.startswith(PROGRAMS) and not request.is_secure():
            return problem("https_needed", language=accepted_language(request))
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("An address holds a NUL character.")
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type in FORMS and charset.lower() not in ("utf-8", "utf8"):
            raise BadRequest("A form is sent in UTF-8.")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: Any) -> None:
        """Refuse a body that is larger than the view permits."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = getattr(view, "largest_body", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if length.isdecimal() and int(length) > most:
            raise RequestDataTooBig(f"A body may have {most} bytes at most.")
