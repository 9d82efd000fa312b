"""The language of a response: the one chosen on the page, else the browser's.

REST responds in English regardless of the request: its sentences are stored with the data and compared. Only
the texts of problem documents follow Accept-Language (``deploy.api.problem``).
"""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

REST = "/api/"


class LanguageMiddleware(LocaleMiddleware):
    """Middleware. Pages depend on the chosen language, so they vary by cookies."""

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()  # of the tournament that this thread has answered for before
        if not request.path.startswith(REST):
            super().process_request(request)
            return
        translation.activate(settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = settings.LANGUAGE_CODE

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path.startswith(REST):
            patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)


def accepted_language(request: Any) -> str:
    """Return the language of Accept-Language, ignoring cookies; English by default."""
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "") if request else ""
    for code, _ in parse_accept_lang_header(header):
        with suppress(LookupError):
            return translation.get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


@csrf_exempt  # a stranger's page could choose a language at most, and no page needs a token for its footer
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Store the ``language`` of the form in a cookie, and redirect back."""
    return set_language(request)
