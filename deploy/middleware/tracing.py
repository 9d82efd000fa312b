"""One log line per request, and one id for everything that a request causes.

The id is sent as `X-Request-ID`, shown on error pages and part of every line logged meanwhile; a write adds
the id of its command, under which workers log later work. Addresses are logged as patterns
(`tournaments/<slug:slug>/`), since some contain secrets, and no names are logged.
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

from games.rest.views import name_in_log

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
QUIET = ("health", "live", "ready", "metrics")
"""Addresses that machines ask for every few seconds: logged where they fail."""
log = structlog.get_logger("nigiri.access")


class RequestLog:
    """Middleware that logs requests; the outermost one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=_id_of(request))
        response = self.get_response(request)
        response[HEADER] = request_id()
        _log_request(request, response, round(1000 * (time.perf_counter() - begun)))
        return response


def request_id() -> str:
    """Return the id of the current request; "" outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request", ""))


def client_address(request: HttpRequest) -> str:
    """Return the client's address as seen by the nearest trusted proxy; throttles count by it."""
    return str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]  # it reads META alone


def _id_of(request: HttpRequest) -> str:
    """Return the id that a proxy has given, or a new one."""
    given = request.headers.get(HEADER, "") if settings.PROXIES else ""
    return given if GIVEN.fullmatch(given) else uuid4().hex


def _log_request(request: HttpRequest, response: HttpResponse, took: int) -> None:
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
    level = logging.WARNING if response.status_code == 403 or response.status_code >= 500 else logging.INFO
    log.log(level, "request", **facts)


def _actor(request: HttpRequest) -> str:
    """Return the authenticated actor; "" if nothing authenticated the request, as that takes a query."""
    user = request.__dict__.get("user")
    known = getattr(request, "_cached_user", None) if isinstance(user, SimpleLazyObject) else user
    return name_in_log(known) if known is not None else ""
