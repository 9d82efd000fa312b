"""What goes away, and when: said by ``Deprecation`` (RFC 9745) and ``Sunset`` (RFC 8594).

``@outdated`` marks the method of a view that goes away itself, or whose answer has members that do; the
document marks both as deprecated. The policy: deploy/decisions/versions.md and the page /help/versions/.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils.http import http_date

H = TypeVar("H", bound=Callable[..., Any])
PAGE = "/help/versions/"
REFUSED = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """``what``: an operation's id, or schema and member as the document names them (``Webhook.state``).

    ``member`` and ``at``: the member as callers see it, and an address that answers with it; else empty.
    ``since``: the day on which it was said. ``until``: from then on it may be gone. ``instead``: what to use.
    """

    what: str
    since: date
    until: date
    instead: str
    member: str = ""
    at: str = ""

    @property
    def is_member(self) -> bool:
        return "." in self.what


def outdated(*told: Outdated) -> Callable[[H], H]:
    """Decorator of a view's method, outside of all others."""

    def mark(handler: H) -> H:
        handler.outdated = told  # type: ignore[attr-defined]
        return handler

    return mark


def outdated_in(view: Any, method: str) -> tuple[Outdated, ...]:
    """By the method's mark, or by ``outdated`` of the view, which has it by method."""
    of_view: Mapping[str, tuple[Outdated, ...]] = view.outdated
    handler = getattr(view, method.lower(), None)
    found: tuple[Outdated, ...] = getattr(handler, "outdated", ())
    return found or of_view.get("GET" if method == "HEAD" else method, ())


def in_every(*told: Outdated) -> dict[str, tuple[Outdated, ...]]:
    """For a view whose methods all answer with them."""
    return dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"), told)


def say(response: HttpResponse, told: tuple[Outdated, ...]) -> None:
    """The headers of an answer in which something goes away: since when first, and what goes first."""
    if told and response.status_code < REFUSED:
        response["Deprecation"] = f"@{_seconds(min(one.since for one in told))}"
        response["Sunset"] = http_date(_seconds(min(one.until for one in told)))
        links = [response.get("Link"), f'<{PAGE}>; rel="deprecation"; type="text/html"']
        response["Link"] = ", ".join(link for link in links if link)


def _seconds(day: date) -> int:
    """When it begins, in seconds since 1970 in UTC."""
    return int(datetime.combine(day, time(), UTC).timestamp())
