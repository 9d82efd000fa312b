"""Views whose answer is the same for everybody who has neither account nor link, until something changes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

from tournaments.rendering.freshness import Freshness, freshness_of
from tournaments.rendering.keeping import found, kept_or_made
from tournaments.rendering.rendered import Rendered, answered, rendered

V = TypeVar("V", bound=Callable[..., Any])
NOBODYS = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
"""Cookies that tell nothing of who asks."""
PART = "Nigiri-Part"
"""Header of a request by our scripts: it wants a line of the page, and a status that says how it went."""
LONGEST_QUERY = 200


def rendered_once(view: V) -> V:
    """Decorator for a view of a tournament, by ``slug``: strangers get the kept answer while it holds."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if found_before := getattr(request, "kept", None):
            return answered(request, found_before)
        fresh = freshness_of(kwargs["slug"]) if _of_anybody(request) else None
        if fresh is None:
            return cast("HttpResponseBase", view(request, *args, **kwargs))
        others: list[HttpResponseBase] = []

        def make() -> Rendered | None:
            with _asked_plainly(request):
                response = _whole(view(request, *args, **kwargs))
            if _may_be_kept(request, response):
                return rendered(cast("HttpResponse", response))
            others.append(response)
            return None

        kept = kept_or_made(_key(request, fresh), make)
        return answered(request, kept) if kept else others[0]

    return cast("V", answer)


def is_kept(request: HttpRequest, slug: str) -> bool:
    """Whether a view of the tournament that is ``rendered_once`` has its answer, which it gives then."""
    fresh = freshness_of(slug) if _of_anybody(request) else None
    kept = found(_key(request, fresh)) if fresh else None
    request.kept = kept  # type: ignore[attr-defined]  # read below
    return kept is not None


def _of_anybody(request: HttpRequest) -> bool:
    """Whether the answer can depend on nothing but its address, language and what is published.

    What is read inside a transaction may be undone, and is nothing to keep.
    """
    plain = request.method == "GET" and request.COOKIES.keys() <= NOBODYS
    named = "Authorization" in request.headers or PART in request.headers
    asked = len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
    return plain and not named and asked and not connection.in_atomic_block


def _key(request: HttpRequest, fresh: Freshness) -> str:
    """For a cache: of all that the answer depends on."""
    parts = (
        *fresh,
        request.build_absolute_uri(),
        request.headers.get("Accept", ""),
        get_language(),
        isinstance(request, ASGIRequest),
    )
    return f"rendered:{sha256(repr(parts).encode()).hexdigest()}"


def _whole(response: Any) -> HttpResponseBase:
    """With its body: REST's answers are rendered late."""
    if getattr(response, "is_rendered", True) is False:
        response.render()
    return cast("HttpResponseBase", response)


@contextmanager
def _asked_plainly(request: HttpRequest) -> Iterator[None]:
    """Without If-None-Match: an answer of 304 has nothing that could be kept."""
    known = request.META.pop("HTTP_IF_NONE_MATCH", None)
    request.__dict__.pop("headers", None)  # which Django keeps
    try:
        yield
    finally:
        if known is not None:
            request.META["HTTP_IF_NONE_MATCH"] = known
            request.__dict__.pop("headers", None)


def _may_be_kept(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the answer is for anybody: a form's token, for one, is its reader's own."""
    own = response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    return response.status_code == 200 and not response.streaming and not own
