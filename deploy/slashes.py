"""Redirects to addresses with their final slash, which keep method and body."""

from typing import Any

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.utils.http import escape_leading_slashes


class PermanentRedirect(HttpResponsePermanentRedirect):
    """A redirect with status 308: after a 301 programs would send a GET instead of a POST."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class SlashMiddleware(CommonMiddleware):
    response_redirect_class = PermanentRedirect

    def get_full_path_with_slash(self, request: HttpRequest) -> Any:
        """Return the address with a slash, without Django's warning that a body would be lost."""
        return escape_leading_slashes(request.get_full_path(force_append_slash=True))
