"""What takes a processor for long is done one after the other, so that it never has more than its share.

Where there is a process for it (`deploy/apart.py`), that answers; else one thread of this process at a time.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from http.cookies import SimpleCookie
from threading import Condition
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.urls import Resolver404, ResolverMatch, resolve

from deploy.apart import APART, Answer, LostError
from deploy.languages.choice import asked_by
from deploy.problem import problem
from deploy.tracing import ACTOR, ELSEWHERE, client_address, request_id
from games.refusals import CODES
from games.speaking import spoken

COSTLY = frozenset(
    {
        # measured with 400 players, in milliseconds of a processor
        "web:proof", "api:round-proof",  # 150
        "web:pairing-why", "web:bye-why", "api:pairing-why", "api:bye-why",  # 300
        "web:ratings", "web:changes",  # 100, 70
        "web:sheet",  # 40, of slips more
        "web:exports", "api:export", "api:export-warnings",
        "web:what-if", "api:what-if", "web:limits-preview", "api:limits-preview", "api:pairing-cost",
    }
)  # fmt: skip
"""Views that anybody may ask again and again."""
PLACES = 4  # one that is worked on, and those that wait; the other threads serve everybody else
OF_ONE = 2  # of these, for one address
PATIENCE = 30  # seconds
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
        if request.user.is_authenticated or ELSEWHERE in request.META:  # whoever asked us has the turn
            return None
        client = client_address(request)
        if not LINE.enter(client):
            return _busy(request)
        request.has_turn_of = client  # type: ignore[attr-defined]
        return None


class TurnsApart:
    """Middleware, before those that find out who asks: what is costly is answered by another process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match = costly_match(request.path_info)
        if match is None or not APART.is_open or ELSEWHERE in request.META:
            return self.get_response(request)
        client = client_address(request)
        if not LINE.enter(client):
            return _busy(request)
        try:
            answer = APART.ask({**request.META, ELSEWHERE: request_id()}, request.body)
        except LostError:
            return _busy(request, "unavailable")
        finally:
            LINE.leave(client)
        if answer is None:
            return self.get_response(request)
        request.resolver_match = match
        return told_again(request, answer)


@lru_cache(maxsize=4000)
def costly_match(path: str) -> ResolverMatch | None:
    """Where this address leads, if that is costly."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if match.view_name in COSTLY else None


def is_costly(path: str) -> bool:
    return costly_match(path) is not None


def told_again(request: HttpRequest, answer: Answer) -> HttpResponse:
    """The answer of another process as ours."""
    response = HttpResponse(answer.body, status=int(answer.status.split()[0]))
    del response["Content-Type"]
    for name, value in answer.headers:
        if name == "Set-Cookie":
            response.cookies.load(SimpleCookie(value))
        elif name == ACTOR:
            request.told_actor = value  # type: ignore[attr-defined]  # for the log
        elif name.lower() != "content-length":
            response[name] = value
    return response


def _busy(request: HttpRequest, code: str = "throttled") -> HttpResponse:
    """429 or 503, with when to come again."""
    if request.path.startswith("/api/"):
        response = problem(code, language=asked_by(request))
    else:
        said = {"title": spoken(CODES[code].title), "advice": spoken(CODES[code].advice)}
        page = loader.render_to_string("unavailable.html", {"said": said}, request)
        response = HttpResponse(page, status=CODES[code].status)
    response["Retry-After"] = str(AGAIN)
    return response
