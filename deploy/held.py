"""What a crowd is shown for a moment is answered before the service is asked, as a proxy in front would do.

Only strangers' requests are compared, by whatever their answer may depend on (``KEY``); only what
``tournaments.rendering`` marks as shown to a crowd is held, until its moment ends. Such an answer is counted,
not logged: `deploy/decisions/rendered-once.md`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

from django.conf import settings
from prometheus_client import Counter

from deploy.tracing import HEADER
from tournaments.rendering import crowds
from tournaments.rendering.crowds import Moment
from tournaments.rendering.public import SHOWN
from tournaments.rendering.rendered import FOR_NGINX, until_this_second_ends

KEY = (
    *("wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "HTTP_HOST", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING"),
    *("HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE", "HTTP_IF_NONE_MATCH"),
)
OWN = (
    *("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_NIGIRI_PART", "HTTP_ORIGIN", "HTTP_RANGE"),
    *("HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"),
)
"""Whoever sends one of these gets an answer of their own."""
MOST = 100  # answers at a time
LARGEST = 256 * 1024  # bytes
ANSWERED = Counter("nigiri_held_answers", "Strangers who were shown what the crowd beside them was shown.")
Key = tuple[str, ...]
Start = Callable[..., Any]


class Answer(NamedTuple):
    """``slug``: of the tournament, whose ``moment`` it was made in."""

    slug: str
    moment: Moment
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Held:
    """A WSGI application before the service's own."""

    def __init__(self, application: Callable[[dict[str, Any], Start], Any]) -> None:
        self.application = application
        self.answers: dict[Key, Answer] = {}

    def __call__(self, environ: dict[str, Any], start_response: Start) -> Any:
        key = key_of(environ)
        answer = self.answers.get(key) if key else None
        if answer and answer.moment.lasts():
            return _given(answer, start_response)
        return self._made(key, environ, start_response) if key else self.application(environ, start_response)

    def _made(self, key: Key, environ: dict[str, Any], start_response: Start) -> Any:
        told: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            told[:] = status, headers
            return start_response(status, headers, *more)

        response = self.application(environ, start)
        if shown := environ.get(SHOWN):
            self._hold(key, shown, told, response.content)
        return response

    def _hold(self, key: Key, shown: tuple[str, Moment], told: list[Any], content: bytes) -> None:
        status, headers = told
        if len(content) > LARGEST or not status.startswith(("200", "304")):
            return
        if len(self.answers) >= MOST:
            self.answers = {}
        kept = [(name, value) for name, value in headers if name not in (HEADER, FOR_NGINX)]
        self.answers[key] = Answer(*shown, status, kept, content)


def _given(answer: Answer, start_response: Start) -> list[bytes]:
    """With what is of one answer alone: its id, and for how long a proxy in front may keep it."""
    ANSWERED.inc()
    crowds.count(answer.slug)
    own = [(HEADER, uuid4().hex)]
    if settings.PROXIES:
        own.append((FOR_NGINX, until_this_second_ends()))
    start_response(answer.status, [*answer.headers, *own])
    return [answer.body]


def key_of(environ: dict[str, Any]) -> Key | None:
    """All that a stranger's answer may depend on; None where nothing is held for this request."""
    if environ["REQUEST_METHOD"] != "GET" or any(name in environ for name in OWN):
        return None
    return tuple([environ.get(name, "") for name in KEY])
