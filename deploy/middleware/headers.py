"""Headers and message cookies of every response, and redirects to addresses with their final slash."""

from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.utils.cache import patch_cache_control
from django.utils.http import escape_leading_slashes

UNUSED = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""Features of browsers that no page uses; embedded pages may not use them either."""


class HeadersMiddleware(CorsMiddleware):
    """Middleware that adds the headers of every response, and those of CORS.

    Responses to requests with a login, a token or a private link are not stored. Others without
    ``Cache-Control`` must be revalidated, so that no cache guesses a lifetime. Every origin gets the same
    response (``*``), so that caches store only one.
    """

    def add_response_headers(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        vary = response.headers.get("Vary")
        super().add_response_headers(request, response)
        if vary is None:
            del response.headers["Vary"]
        else:
            response.headers["Vary"] = vary
        response.headers.setdefault("Permissions-Policy", UNUSED)
        if _is_private(request) and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        response.headers.setdefault("Cache-Control", "no-cache")
        checked: HttpResponseBase = response
        return checked


def _is_private(request: HttpRequest) -> bool:
    if request.path.startswith(settings.STATIC_URL):
        return False
    return "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES


class PrefixedCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Messages are stored in the cookie if they fit, else in the session."""

    storage_classes = (PrefixedCookieStorage, SessionStorage)


class PermanentRedirect(HttpResponsePermanentRedirect):
    """A redirect with status 308: after a 301 programs would send a GET instead of a POST."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class SlashMiddleware(CommonMiddleware):
    response_redirect_class = PermanentRedirect

    def get_full_path_with_slash(self, request: HttpRequest) -> Any:
        """Return the address with a slash, without Django's warning that a body would be lost."""
        return escape_leading_slashes(request.get_full_path(force_append_slash=True))
