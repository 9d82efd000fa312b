"""How long a login lasts: it has an end, and another key whenever its owner has been asked again."""

import time
from collections.abc import Callable
from typing import Any

from allauth.account.signals import authentication_step_completed
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout, user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

BEGUN = "nigiri_begun"
DAY = 24 * 3600


class Lifetime:
    """Middleware: however often it is used, a login ends NIGIRI_SESSION_DAYS after it began.

    Whoever has just been logged out leaves no page behind, whatever the browser had kept. Its storage stays:
    there are results, by ids, that the desk could not send.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.session.session_key or SESSION_KEY not in request.session:
            return self.get_response(request)
        _end_where_due(request)
        response = self.get_response(request)
        if SESSION_KEY not in request.session:
            response["Clear-Site-Data"] = '"cache"'
        return response


def _end_where_due(request: HttpRequest) -> None:
    now = time.time()
    begun = request.session.get(BEGUN)
    if begun is None:  # of before there was an end: it counts from now
        request.session[BEGUN] = int(now)
    elif now - begun > settings.SESSION_DAYS * DAY:
        logout(request)


@receiver(user_logged_in)
def _begin(request: HttpRequest | None = None, **_: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[BEGUN] = int(time.time())


@receiver(authentication_step_completed)
def _another_key(request: HttpRequest, *, reauthenticated: bool = False, **_: Any) -> None:
    """Whoever has learnt the key of before does not gain by what its owner has just proved."""
    if reauthenticated:
        before = request.session.session_key
        request.session.cycle_key()
        UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)
