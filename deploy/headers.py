"""Headers of every response."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

UNUSED = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
"""What our pages never ask a browser for; those of others that are shown in ours may not either."""


class Headers:
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
