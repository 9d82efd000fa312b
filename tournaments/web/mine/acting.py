"""Who asks, where a link was opened: the entry in the place of an account."""

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse

from games.refusals import Refusal
from tournaments.web.mine.cookie import COOKIE, holder_of, links_of

OTHERS = ("/accounts/", "/api/", "/static/")
"""Where links open nothing: what is an account's, and REST, where the token is sent with the request."""


class ActsByLink:
    """Middleware, after the one that knows the account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if COOKIE in request.COOKIES and not request.path.startswith(OTHERS):
            links = links_of(request)
            if entry_id := links.acts_for(request.user):
                with suppress(Refusal):  # nobody, until the page of the link says why
                    request.user = holder_of(links, entry_id)
        return self.get_response(request)
