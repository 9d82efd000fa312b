"""What takes a processor for long is done one after the other, so that it never has more than its share."""

from collections import Counter
from collections.abc import Callable
from threading import Condition
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import loader

from deploy.languages.choice import asked_by
from deploy.problem import problem
from deploy.tracing import client_address
from games.refusals import CODES
from games.speaking import spoken

COSTLY = frozenset(
    {
        # measured with 400 players, in milliseconds of a processor
        "web:proof", "api:round-proof",  # 150
        "web:pairing-why", "web:bye-why", "api:pairing-why", "api:bye-why",  # 300
        "web:ratings", "web:changes", "web:preview",  # 100, 70, 80
        "web:sheet",  # 40, of slips more
        "web:exports", "api:export", "api:export-warnings",
    }
)  # fmt: skip
"""Views that anybody may ask again and again."""
PLACES = 4  # one that is worked on, and those that wait; the other threads serve everybody else
OF_ONE = 2  # of these, for one address
PATIENCE = 10  # seconds
AGAIN = 5  # seconds


class Line:
    """One works, few wait, nobody has all places."""

    def __init__(self) -> None:
        self.changed, self.places, self.is_working = Condition(), Counter[str](), False

    def enter(self, address: str) -> bool:
        """Whether it is this one's turn, now or soon; whoever is let in says when they ``leave``."""
        with self.changed:
            if self.places.total() >= PLACES or self.places[address] >= OF_ONE:
                return False
            self.places[address] += 1
            if self.changed.wait_for(lambda: not self.is_working, PATIENCE):
                self.is_working = True
                return True
            self._forget(address)
            return False

    def leave(self, address: str) -> None:
        with self.changed:
            self.is_working = False
            self._forget(address)
            self.changed.notify()

    def _forget(self, address: str) -> None:
        self.places[address] -= 1
        self.places += Counter()  # keeps those above zero


LINE = Line()


class Turns:
    """Middleware, behind the one that knows accounts: whoever has logged in, as at the desk, is let by."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            if hasattr(request, "has_turn_of"):
                LINE.leave(request.has_turn_of)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _address: dict[str, Any]
    ) -> HttpResponse | None:
        """Once it is known what the address is; what is kept does not come here."""
        if request.resolver_match is None or request.resolver_match.view_name not in COSTLY:
            return None
        if request.user.is_authenticated:
            return None
        client = client_address(request)
        if not LINE.enter(client):
            return _busy(request)
        request.has_turn_of = client  # type: ignore[attr-defined]
        return None


def _busy(request: HttpRequest) -> HttpResponse:
    """429, with when to come again."""
    if request.path.startswith("/api/"):
        response = problem("throttled", language=asked_by(request))
    else:
        said = {"title": spoken(CODES["throttled"].title), "advice": spoken(CODES["throttled"].advice)}
        page = loader.render_to_string("unavailable.html", {"said": said}, request)
        response = HttpResponse(page, status=CODES["throttled"].status)
    response["Retry-After"] = str(AGAIN)
    return response
