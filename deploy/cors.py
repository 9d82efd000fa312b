"""Public reads for pages of other sites."""

from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest, HttpResponseBase


class AlikeForAll(CorsMiddleware):
    """Wherever they are asked from, answers are the same (``*``): a cache need not keep one for each site."""

    def add_response_headers(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        before = response.headers.get("Vary")
        answered: HttpResponseBase = super().add_response_headers(request, response)
        if before is None:
            del answered.headers["Vary"]
        else:
            answered.headers["Vary"] = before
        return answered
