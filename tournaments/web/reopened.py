"""A form's address that is opened as a page: by a reload, a bookmark, a phone that dropped the page.

What was sent there was carried out, or not, when it was sent; nothing is done again.
"""

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

PAGES = "web"


class Reopened:
    """Middleware: leads to the nearest page above, where the form is or what came of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if request.method == "GET" and response.status_code == 405 and match and match.app_name == PAGES:
            return redirect(_above(request.path))
        return response


def _above(path: str) -> str:
    """The longest beginning of ``path`` that is an address; it may be a form's again, then one goes on."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            resolve(path)
            break
    return path
