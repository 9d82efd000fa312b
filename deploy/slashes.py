"""The final slash of an address: whoever forgets it is sent on, with method and body."""

from typing import Any

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.utils.http import escape_leading_slashes


class SentOn(HttpResponsePermanentRedirect):
    """308: a 301 would have programs send a GET in place of a POST."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class Slashes(CommonMiddleware):
    response_redirect_class = SentOn

    def get_full_path_with_slash(self, request: HttpRequest) -> Any:
        """Without the complaint, while debugging, that a body would be lost: it is not."""
        return escape_leading_slashes(request.get_full_path(force_append_slash=True))
