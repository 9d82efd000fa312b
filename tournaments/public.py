"""Public answers about a tournament, cached until the tournament, its games or its people change.

Readers without an account or a private link get one answer per address, language and form:
`deploy/decisions/public-answers.md`.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import get_language

from games.log import statements
from games.rest.media import JSON, preferred
from games.rest.quotas import HEADERS as RATE_LIMITS
from tournaments.tables.rows import PairingRow

V = TypeVar("V", bound=Callable[..., Any])
SECONDS = 60  # some pages depend on the clock, and an erased name stays in the cache no longer
CACHE_CONTROL = "public, max-age=0, s-maxage=1, stale-while-revalidate=1"
PART = "Nigiri-Part"
"""Request header of our scripts, which ask for a part of a page, or for the status of a submitted form."""
ANONYMOUS_COOKIES = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
VARY = ("Accept-Encoding", "Authorization", "Cookie", PART)
OWN_HEADERS = {"content-length", *(name.lower() for name in RATE_LIMITS)}
"""Headers that are not the same for the next reader."""
USUAL_QUERY = re.compile(r"|(after|round|rows|since|turn)=(0|[1-9]\d?)")
"""Queries that are cached: searches and others vary without end, and would fill the cache."""
ODD_NUMBER = re.compile(r"/0\d+([/.]|$)")
"""A number in the path with leading zeros: the same page at endless addresses."""
IGNORED_HEADERS = ("HTTP_IF_NONE_MATCH", "HTTP_ACCEPT_ENCODING")
LANGUAGES = dict(settings.LANGUAGES)
_VERSION = """
SELECT t.id, t.version, COALESCE(own.number, 0), COALESCE(people.number, 0)
FROM tournaments_tournamentrow t
LEFT JOIN tournaments_changed own ON own.about = t.id
LEFT JOIN tournaments_changed people ON people.about = t.organisation_id
WHERE {found} AND t.published
"""
_BY_SLUG = _VERSION.replace("{found}", "t.slug = %s")
_BY_GAME = _VERSION.replace(
    "{found}", "t.id = (SELECT tournament_id FROM tournaments_pairingrow WHERE game_id = %s)"
)
_turns = [Lock() for _ in range(64)]
_compression = GZipMiddleware(lambda _request: HttpResponse())


class Version(NamedTuple):
    """The version of all public data of a tournament: events, games, claims, people of the organisation."""

    tournament_id: str
    number: int
    own: int
    people: int

    def is_at_least(self, other: "Version") -> bool:
        return all(one >= two for one, two in zip(self[1:], other[1:], strict=True))


def version_of(slug: str) -> Version | None:
    """Return the current version of a published tournament, in one query."""
    return _version(_BY_SLUG, slug)


def _version_at(address: dict[str, Any]) -> Version | None:
    """Return the version of the tournament that an address names by its slug or by one of its games."""
    if "slug" in address:
        return version_of(address["slug"])
    return _version(_BY_GAME, statements.column_value(PairingRow, "game_id", address["game_id"]))


def _version(query: str, key: str) -> Version | None:
    for id_, *numbers in statements.select(query, [key]):
        return Version(str(id_), *numbers)
    return None


PRECONDITIONS = {"HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"}


def public(view: V) -> V:
    """Decorate a view: cache its responses to anonymous readers.

    The address names a tournament by its ``slug``, or by the ``game_id`` of one of its games.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        form = _form(request, view, kwargs) if _is_cacheable(request) else None
        version = None if form is None else _version_at(kwargs)
        if version is None:
            return view(request, *args, **kwargs)
        key = _key(request, version, form)
        if (cached := _read_cache(request, key, version)) is not None:
            return cached
        with _turns[hash(key) % len(_turns)]:  # concurrent requests wait for the first one to fill the cache
            if (cached := _read_cache(request, key, version)) is not None:
                return cached
            with _hide_conditions(request):
                response = _render(view(request, *args, **kwargs))
            if not _is_public(request, response):
                return response
            return _store(request, key, version, _complete(request, response))

    answer.is_public = True  # type: ignore[attr-defined]
    return cast("V", answer)


def _is_cacheable(request: HttpRequest) -> bool:
    """Return whether an anonymous reader sent a usual request; an open transaction may be rolled back."""
    return (
        request.method == "GET"
        and not settings.DEBUG  # who edits a template sees it at once
        and request.COOKIES.keys() <= ANONYMOUS_COOKIES
        and "HTTP_AUTHORIZATION" not in request.META
        and PART not in request.headers
        and not request.META.keys() & PRECONDITIONS  # a view says in its own form that they do not hold
        and not hasattr(request, "refused")  # the page would contain typed input
        and USUAL_QUERY.fullmatch(request.META.get("QUERY_STRING", "")) is not None
        and not ODD_NUMBER.search(request.path_info)
        and not connection.in_atomic_block
    )


def _form(request: HttpRequest, view: Any, address: dict[str, Any]) -> str | None:
    """Return the media type chosen by Accept; "" if the view has only one, None if none is suitable."""
    made_by = getattr(view, "cls", view)
    offered = getattr(made_by, "forms", (JSON,) if made_by is not view else ())
    if not offered or "form" in address:
        return ""
    return None if "indent" in request.META.get("HTTP_ACCEPT", "") else preferred(request, offered)


def _key(request: HttpRequest, version: Version, form: str | None) -> str:
    """Return the cache key: everything that the response depends on, except the version.

    A chosen language takes precedence over the tournament's own; the browser's does not.
    """
    parts = (
        version.tournament_id,
        request.scheme,
        request.get_host(),
        request.META.get("SCRIPT_NAME", ""),
        request.get_full_path(),
        form,
        get_language(),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in LANGUAGES,
        bool(re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))),
    )
    return f"public:{sha256(repr(parts).encode()).hexdigest()}"


@contextmanager
def _hide_conditions(request: HttpRequest) -> Iterator[None]:
    """Hide two headers: a 304 has no body to cache, and a compressed page no stable ETag."""
    hidden = {name: request.META.pop(name) for name in IGNORED_HEADERS if name in request.META}
    request.__dict__.pop("headers", None)  # which Django caches
    try:
        yield
    finally:
        request.META |= hidden
        request.__dict__.pop("headers", None)


def _render(response: Any) -> Any:
    """Return the response with its body: those of the REST framework are rendered late."""
    return response.render() if callable(getattr(response, "render", None)) else response


def _is_public(request: HttpRequest, response: Any) -> bool:
    """Return whether the response is the same for everybody; a page with a form's token, for one, is not."""
    own = response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    own = own or "no-store" in response.get("Cache-Control", "")
    return response.status_code == 200 and not response.streaming and not own


def _complete(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response with public headers, compressed if this reader accepts compression."""
    if not response.has_header("ETag"):
        set_response_etag(response)
    response["Cache-Control"] = CACHE_CONTROL
    response.headers.setdefault("Content-Language", get_language() or settings.LANGUAGE_CODE)
    patch_vary_headers(response, VARY)
    whole = cast("HttpResponse", _compression.process_response(request, response))
    headers = {name: value for name, value in whole.items() if name.lower() not in OWN_HEADERS}
    return HttpResponse(whole.content, headers=headers)


def _store(request: HttpRequest, key: str, version: Version, response: HttpResponse) -> HttpResponse:
    """Cache the response and return it. The body has its own key, because a 304 needs no body."""
    cache = caches["shared"]
    cache.set(_body_key(key, version), b64encode(response.content).decode(), SECONDS)
    cache.set(key, {"version": version, "headers": dict(response.items())}, SECONDS)
    return _conditional_response(request, response)


def _read_cache(request: HttpRequest, key: str, version: Version) -> HttpResponse | None:
    """Return the cached answer of this version or a newer one, None where there is none."""
    if (found := caches["shared"].get(key)) is None:
        return None
    made = Version(*found["version"])
    if not made.is_at_least(version):
        return None
    response = HttpResponse(headers=found["headers"])
    answer = _conditional_response(request, response)
    if answer is not response:
        return answer
    if (body := caches["shared"].get(_body_key(key, made))) is None:
        return None
    answer.content = b64decode(body)
    return answer


def _body_key(key: str, version: Version) -> str:
    return f"{key}:{version.number}-{version.own}-{version.people}"


def _conditional_response(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, or its 304."""
    return cast("HttpResponse", get_conditional_response(request, response["ETag"], response=response))
