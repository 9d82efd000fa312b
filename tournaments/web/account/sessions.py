"""Login sessions: their end, their list on the page of the account, and logging out of others."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.signals import authentication_step_completed
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout, user_logged_in
from django.db import OperationalError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access.table import SITE
from tournaments.web.base import allow, form_action

EVERY = 300  # seconds between two notes of one session
NOTED = "nigiri_seen"
BEGUN = "nigiri_begun"
DAY = 24 * 3600
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


class LoginSessions:
    """Middleware that ends logins NIGIRI_SESSION_DAYS after they began, and notes when they are used.

    After a logout the browser clears its cache. Its storage stays: it has results, by ids, that the desk
    could not send.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_login = bool(request.session.session_key) and SESSION_KEY in request.session
        if is_login:
            _end_where_due(request)
        if request.method == "GET" and request.session.session_key and _is_note_due(request):
            with suppress(OperationalError):  # a locked or full database must not fail the page
                UserSession.objects.create_from_request(request)
                request.session[NOTED] = int(time.time())
        response = self.get_response(request)
        if is_login and SESSION_KEY not in request.session:
            response["Clear-Site-Data"] = '"cache"'
        return response


def _is_note_due(request: HttpRequest) -> bool:
    return time.time() - request.session.get(NOTED, 0) > EVERY and request.user.is_authenticated


def _end_where_due(request: HttpRequest) -> None:
    now = time.time()
    begun = request.session.get(BEGUN)
    if begun is None:  # from a version without an end: it counts from now
        request.session[BEGUN] = int(now)
    elif now - begun > settings.SESSION_DAYS * DAY:
        logout(request)


@receiver(user_logged_in)
def _begin(request: HttpRequest | None = None, **_: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[BEGUN] = int(time.time())


@receiver(authentication_step_completed)
def _replace_key(request: HttpRequest, *, reauthenticated: bool = False, **_: Any) -> None:
    """Replace the session key, so that a stolen one does not profit from the reauthentication."""
    if reauthenticated:
        before = request.session.session_key
        request.session.cycle_key()
        UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)


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
