"""Public reads by pages of other sites (CORS)."""

from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest, HttpResponseBase


class AlikeForAll(CorsMiddleware):
    """Middleware: every origin gets the same response (``*``), so that caches store only one."""

    def add_response_headers(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        before = response.headers.get("Vary")
        answered: HttpResponseBase = super().add_response_headers(request, response)
        if before is None:
            del answered.headers["Vary"]
        else:
            answered.headers["Vary"] = before
        return answered
