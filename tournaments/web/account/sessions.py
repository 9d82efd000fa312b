"""Where one is logged in: noted while pages are read, listed, ended."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access.table import SITE
from tournaments.web.base import allow, form_action

EVERY = 300  # seconds between two notes of one session
NOTED = "nigiri_seen"
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


class Seen:
    """Middleware: a page that somebody reads is a sign that their session lives."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and request.session.session_key and _due(request):
            with suppress(OperationalError):  # locked or full: no page fails for want of a note
                UserSession.objects.create_from_request(request)
                request.session[NOTED] = int(time.time())
        return self.get_response(request)


def _due(request: HttpRequest) -> bool:
    return time.time() - request.session.get(NOTED, 0) > EVERY and request.user.is_authenticated


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A session as its owner sees it."""

    id: int
    device: str
    ip: str
    last_seen: datetime
    is_this: bool


def sessions_of(request: HttpRequest) -> list[Shown]:
    """This one first, then the one that was seen last."""
    rows = UserSession.objects.purge_and_list(request.user)
    shown = [
        Shown(
            id=row.pk,
            device=device(row.user_agent),
            ip=row.ip,
            last_seen=row.last_seen_at,
            is_this=row.session_key == request.session.session_key,
        )
        for row in rows
    ]
    return sorted(shown, key=lambda one: (not one.is_this, -one.last_seen.timestamp()))


def device(agent: str) -> str:
    """A browser's name of itself in two words; they all claim to be each other, so the order matters."""
    browser, system = _named(agent, BROWSERS), _named(agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or agent[:40] or _("Unknown device")


def _named(agent: str, table: Sequence[tuple[str, str]]) -> str:
    return next((name for mark, name in table if mark in agent), "")


@form_action
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    allow(request, "account.own", SITE)
    raise_if_reauthentication_required(request, app="allauth.account")
    for found in UserSession.objects.filter(user_id=request.user.pk, pk=session_id):
        found.end()
    messages.success(request, _("That device is logged out."))
    return redirect("web:account")


@form_action
def end_others(request: HttpRequest) -> HttpResponse:
    allow(request, "account.own", SITE)
    raise_if_reauthentication_required(request, app="allauth.account")
    others = UserSession.objects.filter(user_id=request.user.pk)
    for other in others.exclude(session_key=request.session.session_key or ""):
        other.end()
    messages.success(request, _("All other devices are logged out."))
    return redirect("web:account")
