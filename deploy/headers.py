"""Headers and message cookies of every response."""

from collections.abc import Callable
from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control

UNUSED = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""What our pages never ask a browser for; those of others that are shown in ours may not either."""


class HeadersMiddleware:
    """Middleware: responses to requests with a login, a token or a private link are not stored.

    Other responses without ``Cache-Control`` must be revalidated, so that no cache guesses a lifetime.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", UNUSED)
        if _is_private(request) and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        response.setdefault("Cache-Control", "no-cache")
        return response


def _is_private(request: HttpRequest) -> bool:
    if request.path.startswith(settings.STATIC_URL):
        return False
    return "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES


class PublicCors(CorsMiddleware):
    """Middleware: every origin gets the same response (``*``), so that caches store only one."""

    def add_response_headers(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        before = response.headers.get("Vary")
        answered: HttpResponseBase = super().add_response_headers(request, response)
        if before is None:
            del answered.headers["Vary"]
        else:
            answered.headers["Vary"] = before
        return answered


class PrefixedCookieStorage(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """Messages are stored in the cookie if they fit, else in the session."""

    storage_classes = (PrefixedCookieStorage, SessionStorage)
