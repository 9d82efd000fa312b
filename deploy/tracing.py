"""One line of the log for each request, and one id for all that it set off.

The id goes out as `X-Request-ID`, stands on the page of a fault and in every line logged meanwhile; a write
adds the id of its command, under which a worker logs what it does for it later. Addresses are logged as
patterns (`tournaments/<slug:slug>/`), since some hold secrets, and nobody by name.
"""

import logging
import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from rest_framework.throttling import BaseThrottle

from games.rest.views import named_in_log

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
QUIET = ("health", "live", "ready", "metrics")
"""Addresses that machines ask for every few seconds: logged where they fail."""
log = structlog.get_logger("nigiri.access")


class Traced:
    """Middleware, the outermost."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=_id_of(request))
        response = self.get_response(request)
        response[HEADER] = request_id()
        _say(request, response, round(1000 * (time.perf_counter() - begun)))
        return response


def request_id() -> str:
    """Of the request at hand; "" outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request", ""))


def client_address(request: HttpRequest) -> str:
    """Of whoever asks, as the nearest proxy that is trusted saw it: what throttles count by."""
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]  # it reads META alone


def _id_of(request: HttpRequest) -> str:
    """Return the id that a proxy in front has given, or a new one."""
    given = request.headers.get(HEADER, "") if settings.PROXIES else ""
    return given if GIVEN.fullmatch(given) else uuid4().hex


def _say(request: HttpRequest, response: HttpResponse, took: int) -> None:
    match = request.resolver_match
    if response.status_code < 400 and (match is None or match.view_name in QUIET):
        return  # without a match: a static file
    facts: dict[str, Any] = {
        "method": request.method,
        "route": match.route if match else "",
        "status": response.status_code,
        "ms": took,
        "actor": _actor(request),
        "address": client_address(request),
    }
    log.log(logging.WARNING if response.status_code >= 500 else logging.INFO, "request", **facts)


def _actor(request: HttpRequest) -> str:
    """Who was found to ask; "" where nobody looked, since that would take a query."""
    user = request.__dict__.get("user")
    known = getattr(request, "_cached_user", None) if isinstance(user, SimpleLazyObject) else user
    return named_in_log(known) if known is not None else ""
