"""What is asked for by somebody who may be anybody: an address whose answer is kept, reduced to what counts.

A kept answer is for everybody, so it is made from the reduced request: what a page does not know of the
query is not in it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, get_urlconf, resolve
from django.utils.translation import get_language

from games.rest.media import FORMS, preferred
from games.rest.parameters import known_parameters
from tournaments.rendering.freshness import Apart, Freshness
from tournaments.rendering.wanted import Wanted

V = TypeVar("V", bound=Callable[..., Any])
NOBODYS = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
"""Cookies that tell nothing of who asks."""
PART = "Nigiri-Part"
"""Header of a request by our scripts: it wants a line of the page, and a status that says how it went."""
ELSEWHERE = "nigiri.elsewhere"
"""In the environment of a request that is answered for another process, which keeps the answer: its id."""
LONGEST_QUERY = 200
ABOUT = "/tournaments/"
USUAL = re.compile(r"|[a-z]+=(0|[1-9]\d?)")
"""A query that many send: one small number, such as of a round."""
ODD_NUMBER = re.compile(r"/0\d")
"""In a path: a number can be written with any noughts before it."""
ACCEPTED = {"", *FORMS}
LANGUAGES = dict(settings.LANGUAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapped:
    """``names``: what a page reads of its query; None of REST, whose views refuse what they do not know.

    ``without``: what the view shows nothing of. ``forms``: the media types among which ``Accept`` decides;
    none where it does not, or the framework decides as it likes.
    """

    names: frozenset[str] | None
    without: frozenset[Apart] = frozenset()
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``query``: as the answer is made from it. ``usual``: few forms of the address are like it.

    Whoever wants to fill the caches asks in unusual ways; those answers are kept apart (``keeping``).
    """

    match: ResolverMatch
    wrapped: Wrapped
    query: str
    accept: str
    usual: bool

    @property
    def slug(self) -> str:
        return str(self.match.kwargs["slug"])


def rendered_once(view: V, *names: str, without: Iterable[Apart] = ()) -> V:
    """The view of a tournament, by ``slug``: strangers get the kept answer while it holds.

    ``names``: the parameters that a page reads of its query. Others are cut off before it is made.
    ``without``: what the view shows nothing of. What is not named makes it anew, needed or not.
    """
    known = None if hasattr(view, "cls") else frozenset(names)
    forms = tuple(getattr(getattr(view, "cls", view), "forms", ()))
    view.wrapped = Wrapped(names=known, without=frozenset(without), forms=forms)  # type: ignore[attr-defined]  # read below
    return view


def asked_by_anybody(request: HttpRequest) -> Asked | None:
    """None where the answer is not kept, or can depend on who asks.

    What is read inside a transaction may be undone, and is nothing to keep.
    """
    if request.method != "GET" or ABOUT not in request.path_info or not request.COOKIES.keys() <= NOBODYS:
        return None
    if (
        ELSEWHERE in request.META
        or "HTTP_AUTHORIZATION" in request.META
        or PART in request.headers
        or connection.in_atomic_block
    ):
        return None
    match = _match(request.path_info, get_urlconf())
    wrapped: Wrapped | None = getattr(match.func, "wrapped", None) if match else None
    query = _reduced(request.META.get("QUERY_STRING", ""), match, wrapped) if match and wrapped else None
    if match is None or wrapped is None or query is None:
        return None
    accept = _accept(request, match, wrapped)
    if accept is None:
        return None
    usual = accept in ACCEPTED and USUAL.fullmatch(query) and not ODD_NUMBER.search(request.path_info)
    return Asked(match=match, wrapped=wrapped, query=query, accept=accept, usual=bool(usual))


@lru_cache(maxsize=4000)
def _match(path: str, _urlconf: str | None) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def _reduced(query: str, match: ResolverMatch, wrapped: Wrapped) -> str | None:
    """The query in one order, without what a page does not know; None: the answer is not kept."""
    if not query:
        return ""
    if len(query) > LONGEST_QUERY:
        return None
    told: Any = QueryDict(query)
    view: Any = match.func
    names = wrapped.names if wrapped.names is not None else known_parameters(view.cls, "GET")
    if wrapped.names is None and told.keys() - names:
        return None
    kept = QueryDict(mutable=True)
    for name in sorted(told.keys() & names):
        kept.setlist(name, told.getlist(name))
    several = any(len(values) > 1 for _, values in kept.lists())
    return None if several else kept.urlencode()


def _accept(request: HttpRequest, match: ResolverMatch, wrapped: Wrapped) -> str | None:
    """Which form is taken; "": any, as browsers and most programs say it. None: not one that there is."""
    said = request.META.get("HTTP_ACCEPT", "")
    if "form" in match.kwargs or (wrapped.names is not None and not wrapped.forms):
        return ""
    if wrapped.forms and "indent" not in said:
        return preferred(request, wrapped.forms)
    return "" if "*/*" in said and "indent" not in said else said


def wanted(request: HttpRequest, asked: Asked, fresh: Freshness) -> Wanted:
    """For a cache: all that the answer depends on.

    A language that was chosen goes before the tournament's own, one that a browser asks for does not.
    """
    parts = (
        fresh.tournament_id,
        request.scheme,
        request.get_host(),
        request.META.get("SCRIPT_NAME", ""),
        request.path_info,
        asked.query,
        asked.accept,
        get_language(),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in LANGUAGES,
    )
    return Wanted(f"rendered:{sha256(repr(parts).encode()).hexdigest()}", fresh.numbers)


@contextmanager
def plainly(request: HttpRequest, asked: Asked) -> Iterator[None]:
    """With the reduced query, and without If-None-Match: an answer of 304 has nothing that could be kept."""
    request.META["QUERY_STRING"] = asked.query
    known = request.META.pop("HTTP_IF_NONE_MATCH", None)
    _forget_what_was_read(request)
    try:
        yield
    finally:
        if known is not None:
            request.META["HTTP_IF_NONE_MATCH"] = known
            _forget_what_was_read(request)


def _forget_what_was_read(request: HttpRequest) -> None:
    for name in ("headers", "GET"):  # which Django keeps
        request.__dict__.pop(name, None)
