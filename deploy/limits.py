"""What is refused before anything reads it: bodies over the limit, NUL in an address."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse


class Limits:
    """Middleware. Django reads a body without a declared length as empty, so the declared one is enough."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig(f"A body may have {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} bytes at most.")
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("An address holds a NUL character.")
        return self.get_response(request)
