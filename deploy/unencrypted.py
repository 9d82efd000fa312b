"""Refusal of API requests without TLS; pages are redirected to https.

A program that is redirected does not notice, and sends its token in the clear each time.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from deploy.languages.choice import asked_by
from deploy.problem import problem

PROGRAMS = ("/api/", "/metrics")


class Unencrypted:
    """Middleware, before the one that redirects pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.HTTPS and request.path.startswith(PROGRAMS) and not request.is_secure():
            return problem("https_needed", language=asked_by(request))
        return self.get_response(request)
