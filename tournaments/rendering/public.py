"""Answers that are the same for everybody who has neither account nor link, until something changes."""

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from games.rest.media import CSV, of_csv
from tournaments.rendering.asked import Asked, asked_by_anybody, plainly, wanted
from tournaments.rendering.crowds import Moment, shown_now
from tournaments.rendering.freshness import numbers_of
from tournaments.rendering.keeping import kept_or_made
from tournaments.rendering.rendered import Rendered, answered, rendered

Answer = Callable[[HttpRequest], HttpResponseBase]
SHOWN = "nigiri.shown"
"""In the environment of a request: the tournament and the moment of it that all strangers are shown."""


class KeptAnswers:
    """Middleware, before those that find out who asks: what is kept is anybody's."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = asked_by_anybody(request)
        moment = _moment(asked) if asked else None
        if asked is None or moment is None:
            return self.get_response(request)
        fresh = moment.numbers.without(asked.wrapped.without)
        others: list[HttpResponseBase] = []

        def make() -> Rendered | None:
            with plainly(request, asked):
                response = self.get_response(request)
            if _may_be_kept(request, response):
                if asked.wrapped.without and response.has_header("ETag"):
                    tag = f'"{fresh.told}-public"'
                    response["ETag"] = of_csv(tag) if response["Content-Type"].startswith(CSV) else tag
                return rendered(cast("HttpResponse", response))
            others.append(response)
            return None

        kept = kept_or_made(wanted(request, asked, fresh), make, is_usual=asked.usual)
        if kept and asked.usual and moment.lasts():
            request.META[SHOWN] = asked.slug, moment
        return self._answered(request, asked, kept) if kept else others[0]

    def _answered(self, request: HttpRequest, asked: Asked, kept: Rendered) -> HttpResponseBase:
        request.resolver_match = asked.match  # for the log and the metrics of who is further out
        return answered(request, kept)


def _moment(asked: Asked) -> Moment | None:
    """What is asked for in unusual ways is kept by each process alone, and made of what is so now."""
    if asked.usual:
        return shown_now(asked.slug)
    numbers = numbers_of(asked.slug)
    return numbers and Moment(numbers, 0.0)


def _may_be_kept(request: HttpRequest, response: Any) -> bool:
    """Whether the answer is for anybody: a form's token, for one, is its reader's own."""
    own = response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    own = own or "no-store" in response.get("Cache-Control", "")
    return response.status_code == 200 and not response.streaming and not own
